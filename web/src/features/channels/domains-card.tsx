import { Button, Skeleton, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { CreateDomainBody } from '@imperium/contract/channels/senders.ts'
import type { DnsRecord, SendingDomain } from '@imperium/contract/channels/senders.ts'
import { describeError } from '../../lib/api-error.ts'
import { t, translateMessage } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { confirm } from '../../ui/dialog/confirm.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { addDomainMutation, checkDomainMutation, domainsQuery, forgetKeyMutation, removeDomainMutation, rotateKeyMutation } from './api.ts'
import { CopyField } from './copy-field.tsx'
import styles from '../../ui/styles.module.css'
import classes from './channels.module.css'

/** Domains that mail is signed for. */
export function DomainsCard({ mayManage }: { mayManage: boolean }) {
  const { data, error, refetch } = useQuery(domainsQuery)
  return (
    <Card title={t('Sending domains')}>
      <p className={styles.textWrap}>
        {t(
          'Email from a verified domain is signed (DKIM), and every address of the domain can be a sender. Add the records to the DNS of the domain.',
        )}
      </p>
      {mayManage && <AddDomain />}
      {error && !data && <ErrorState plain error={error} title={t('The domains could not be loaded')} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={60} radius={8} mt={14} />}
      {data && data.length > 0 && (
        <ul className={`${styles.list} ${classes.inbound}`}>
          {data.map((domain) => (
            <Domain key={domain.id} domain={domain} mayManage={mayManage} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function AddDomain() {
  const add = useMutation(addDomainMutation)
  const form = useContractForm({ schema: CreateDomainBody, initialValues: { domain: '' } })
  const submit = form.onSubmit((values) =>
    add.mutate(
      { body: values },
      {
        onSuccess: () => form.reset(),
        onError: (error) => {
          if (!showFieldErrors(form, error)) form.setFieldError('domain', describeError(error).join(' '))
        },
      },
    ),
  )
  return (
    <form onSubmit={submit} noValidate className={classes.add}>
      <TextInput label={t('Domain')} placeholder="news.example.com" autoComplete="off" {...form.getInputProps('domain')} />
      <Button type="submit" variant="default" disabled={add.isPending}>
        {t('Add domain')}
      </Button>
    </form>
  )
}

function Domain({ domain, mayManage }: { domain: SendingDomain; mayManage: boolean }) {
  const check = useMutation(checkDomainMutation)
  const remove = useMutation(removeDomainMutation)
  const rotate = useMutation(rotateKeyMutation)
  const [shown, setShown] = useState(!domain.isVerified)
  const params = { id: domain.id }
  const name = domain.domain
  async function ask(): Promise<void> {
    const message = t('Its key is deleted. Email from {domain} is no longer signed, and its senders must be verified by email.', {
      domain: name,
    })
    if (await confirm({ title: t('Remove domain'), message, action: t('Remove') })) remove.mutate({ params })
  }
  return (
    <li className={classes.domain}>
      <div className={classes.line}>
        <span className={classes.name}>{name}</span>
        <StatusDot tone={domain.isVerified ? 'ok' : 'warn'} label={domain.isVerified ? t('Verified') : t('Waiting for the DNS record')} />
        {domain.checkedAt && (
          <span className={classes.detail}>
            {t('Checked')} <RelativeTime at={domain.checkedAt} />
          </span>
        )}
        <span className={classes.grow} />
        <Button variant="subtle" size="xs" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? t('Hide records') : t('Show records')}
        </Button>
        {mayManage && (
          <>
            <Button
              variant="default"
              size="xs"
              disabled={check.isPending}
              aria-label={t('Check {domain} now', { domain: name })}
              onClick={() => check.mutate({ params })}
            >
              {check.isPending ? t('Checking...') : t('Check now')}
            </Button>
            <Button variant="default" size="xs" aria-label={t('Remove {domain}', { domain: name })} onClick={() => void ask()}>
              {t('Remove')}
            </Button>
          </>
        )}
      </div>
      {shown && (
        <div className={classes.records}>
          {domain.records.map((record) => (
            <RecordToPublish
              key={record.purpose}
              record={record}
              action={mayManage ? <KeyAction domain={domain} purpose={record.purpose} /> : null}
            />
          ))}
          {mayManage && domain.isVerified && domain.nextSelector === null && (
            <div className={classes.line}>
              <p className={styles.textWrap}>{t('The new key is used once its DNS record is found. Until then, the current key signs.')}</p>
              <span className={classes.grow} />
              <Button
                variant="default"
                size="xs"
                disabled={rotate.isPending}
                aria-label={t('Create a new key for {domain}', { domain: name })}
                onClick={() => rotate.mutate({ params })}
              >
                {t('New key')}
              </Button>
            </div>
          )}
        </div>
      )}
    </li>
  )
}

/** What can be done with a key that is not in use. */
function KeyAction({ domain, purpose }: { domain: SendingDomain; purpose: Purpose }) {
  const forget = useMutation(forgetKeyMutation)
  const selector = purpose === 'dkim-next' ? domain.nextSelector : purpose === 'dkim-old' ? domain.oldSelector : null
  if (selector === null) return null
  return (
    <Button variant="default" size="xs" disabled={forget.isPending} onClick={() => forget.mutate({ params: { id: domain.id, selector } })}>
      {purpose === 'dkim-next' ? t('Discard the new key') : t('Remove from the list')}
    </Button>
  )
}

type Purpose = z.infer<typeof DnsRecord>['purpose']

const purposeLabels: Record<Purpose, string> = {
  dkim: t('DKIM: the key for checking signatures'),
  'dkim-next': t('DKIM: the new key, used once this record is found'),
  'dkim-old': t('DKIM: the previous key; keep its record for a week for email in transit'),
  spf: t('SPF: which servers may send'),
  dmarc: t('DMARC: what receivers do with email that fails'),
}

function RecordToPublish({ record, action }: { record: z.infer<typeof DnsRecord>; action: React.ReactNode }) {
  const tone = record.ok === null ? 'idle' : record.ok ? 'ok' : 'warn'
  const label = record.ok === null ? t('Not checked yet') : record.ok ? t('Found') : t('Not correct')
  return (
    <section className={styles.stack8} aria-label={purposeLabels[record.purpose]}>
      <div className={classes.line}>
        <h3 className={classes.label}>{purposeLabels[record.purpose]}</h3>
        {record.purpose !== 'dkim-old' && <StatusDot tone={tone} label={label} />}
        <span className={classes.grow} />
        {action}
      </div>
      {record.reason && <p className={styles.textWrap}>{translateMessage({ message: record.reason, ...record.reasonKey })}</p>}
      <CopyField label={t('Name ({type} record)', { type: record.type })} value={record.name} />
      <CopyField label={t('Value')} value={record.value} />
    </section>
  )
}
