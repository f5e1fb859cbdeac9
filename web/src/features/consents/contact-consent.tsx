import { Button, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ConsentEntry, ConsentStatus, ContactConsents, SuppressionReason } from '@imperium/contract/contacts/consents.ts'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { LoadMore } from '../../ui/list/card-list.tsx'
import { useRows } from '../../ui/list/use-rows.ts'
import { Card } from '../../ui/card.tsx'
import { confirm } from '../../ui/dialog/confirm.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import type { StatusTone } from '../../ui/status-dot.tsx'
import { contactConsentsQuery, historyQuery, remindMutation, withdrawMutation } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './consents.module.css'
import { GrantDialog } from './grant-dialog.tsx'
import { channelLabels, proofLabel, reasonText, sourceLabel } from './consent-labels.ts'

/** The form's name is already shown. */
const isForPeople = ({ name }: { name: string }): boolean => name !== 'formId'

const tones: Readonly<Record<ConsentStatus, StatusTone>> = { granted: 'ok', pending: 'warn', withdrawn: 'idle' }
const statusText: Readonly<Record<ConsentStatus, string>> = {
  granted: t('Agreed'),
  pending: t('Waits for confirmation'),
  withdrawn: t('Withdrawn'),
}

/** A contact's consents with their proof, and actions to record or withdraw them. Shown on the contact's page. */
export function ContactConsent({ contactId }: { contactId: string }) {
  const { data, isError, error, refetch } = useQuery(contactConsentsQuery(contactId))
  if (isError && !data) return <ErrorState error={error} title={t('The consent could not be loaded')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={240} radius={12} />
  return (
    <div className={styles.stack}>
      <Standing consents={data} />
      <Ledger contactId={contactId} />
    </div>
  )
}

function Standing({ consents }: { consents: ContactConsents }) {
  const mayWrite = useCan('consents:write')
  const [isOpen, setOpen] = useState(false)
  return (
    <Card
      title={t('Agreed to')}
      aside={
        mayWrite && (
          <Button size="xs" variant="default" leftSection={<IconPlus size={15} stroke={1.7} aria-hidden />} onClick={() => setOpen(true)}>
            {t('Record consent')}
          </Button>
        )
      }
    >
      {consents.suppressions.map(({ channel, reason, id, at }) => (
        <p key={`${channel}${id ?? ''}`} className={classes.item}>
          <StatusDot tone="bad" label={t('{channel} is suppressed', { channel: channelLabels[channel] })} />
          <span className={classes.text}>
            {id === null ? t('By the operator of this installation') : (reasonText[reason as SuppressionReason] ?? reason)} ·{' '}
            <RelativeTime at={at} />
          </span>
        </p>
      ))}
      {consents.standing.length === 0 && <p className={classes.text}>{t('Nothing is recorded. Campaigns skip this contact.')}</p>}
      <ul className={classes.list}>
        {consents.standing.map((each) => (
          <StandingRow key={`${each.channel} ${each.purpose}`} contactId={consents.contactId} standing={each} mayWrite={mayWrite} />
        ))}
      </ul>
      {isOpen && <GrantDialog consents={consents} onClose={() => setOpen(false)} />}
    </Card>
  )
}

interface StandingRowProps {
  contactId: string
  standing: ContactConsents['standing'][number]
  mayWrite: boolean
}

function StandingRow({ contactId, standing, mayWrite }: StandingRowProps) {
  const { channel, purpose, purposeName, status, source, at } = standing
  const withdraw = useMutation(withdrawMutation)
  const remind = useMutation(remindMutation)
  const name = `${purposeName}, ${channelLabels[channel]}`
  async function ask(): Promise<void> {
    const message = t('This contact gets no more messages about "{purpose}" on this channel.', { purpose: purposeName })
    if (await confirm({ title: t('Withdraw consent'), message, action: t('Withdraw') }))
      withdraw.mutate({ params: { id: contactId }, body: { channel, purpose } })
  }
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <p className={classes.name}>{name}</p>
        <p className={classes.text}>
          {sourceLabel(source)} · <RelativeTime at={at} />
        </p>
      </div>
      <div className={styles.row}>
        <StatusDot tone={tones[status]} label={statusText[status]} />
        {mayWrite && status === 'pending' && (channel === 'email' || channel === 'sms') && (
          <Button
            size="xs"
            variant="default"
            disabled={remind.isPending}
            onClick={() => remind.mutate({ params: { id: contactId }, body: { purpose, channel } })}
            aria-label={t('Send the confirmation for {name} again', { name })}
          >
            {t('Send again')}
          </Button>
        )}
        {mayWrite && status !== 'withdrawn' && (
          <Button
            size="xs"
            variant="default"
            disabled={withdraw.isPending}
            onClick={() => void ask()}
            aria-label={t('Withdraw {name}', { name })}
          >
            {t('Withdraw')}
          </Button>
        )}
      </div>
    </li>
  )
}

function Ledger({ contactId }: { contactId: string }) {
  const list = useRows(historyQuery(contactId))
  const { rows } = list
  if (list.error) return <ErrorState error={list.error} title={t('The history could not be loaded')} onRetry={list.retry} />
  return (
    <Card title={t('History of consent')}>
      {list.table.loading && <Skeleton height={90} radius={8} />}
      {list.isEmpty && <p className={classes.text}>{t('Every opt-in and opt-out of this contact appears here, with its proof.')}</p>}
      <ol className={classes.list}>
        {rows.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      <LoadMore list={list} label={t('Show more')} inCard />
    </Card>
  )
}

function Entry({ entry }: { entry: ConsentEntry }) {
  const { status, channel, purposeName, source, actorName, at, proof } = entry
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <p className={classes.name}>{`${purposeName}, ${channelLabels[channel]}`}</p>
        <p className={classes.text}>
          {[sourceLabel(source), actorName].filter(Boolean).join(' · ')} · <RelativeTime at={at} />
        </p>
        {proof.length > 0 && (
          <dl className={classes.proof}>
            {proof.filter(isForPeople).map(({ name, value }) => (
              <div key={name} style={{ display: 'contents' }}>
                <dt>{proofLabel(name)}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <StatusDot tone={tones[status]} label={statusText[status]} />
    </li>
  )
}
