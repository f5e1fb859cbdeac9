import { Button, Textarea } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { erasure } from '@imperium/contract/erasure/erasure.ts'
import type { LegalHold } from '@imperium/contract/erasure/erasure.ts'
import { formatMoment } from '../../lib/format.ts'
import { useGate } from '../../lib/use-gate.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { confirm } from '../../ui/dialog/confirm.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { StatusDot } from '../../ui/status-dot.tsx'
import { holdMutation, holdsQuery, releaseMutation } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './erasure.module.css'

/** What must not be erased: the whole organization, or single contacts. */
export function LegalHoldCard() {
  const { data = [] } = useQuery(holdsQuery)
  const refusal = useGate('erasure:hold')
  const [asking, setAsking] = useState(false)
  const isHeld = data.some(({ contactId, releasedAt }) => contactId === null && releasedAt === null)
  return (
    <Card title={t('Legal hold')}>
      <div className={styles.stack}>
        <p className={styles.text18}>
          {t(
            'While a legal hold stands, nothing that it covers is erased: not on request, not by retention, and not with the organization.',
          )}
        </p>
        <div className={styles.row}>
          <Button
            variant="default"
            onClick={() => setAsking(true)}
            disabled={refusal !== undefined || isHeld}
            title={refusal ?? (isHeld ? t('The whole organization is held already') : undefined)}
          >
            {t('Hold the whole organization')}
          </Button>
        </div>
        {data.length > 0 && (
          <ul className={classes.list} aria-label={t('Legal holds')}>
            {data.map((hold) => (
              <Hold key={hold.id} hold={hold} refusal={refusal} />
            ))}
          </ul>
        )}
      </div>
      {asking && <HoldDialog onClose={() => setAsking(false)} />}
    </Card>
  )
}

function Hold({ hold, refusal }: { hold: LegalHold; refusal: string | undefined }) {
  const release = useMutation(releaseMutation)
  const name = hold.contactId === null ? t('The whole organization') : (hold.contactName ?? t('A contact without a name'))
  async function ask(): Promise<void> {
    const message = t('What it covers can be erased again. The hold stays in this list.')
    if (await confirm({ title: t('Release legal hold'), message, action: t('Release') })) release.mutate({ params: { id: hold.id } })
  }
  return (
    <li className={classes.item}>
      <StatusDot tone={hold.releasedAt === null ? 'warn' : 'idle'} label={hold.releasedAt === null ? t('Held') : t('Released')} />
      <span className={styles.grow}>
        <span className={classes.name}>{name}</span>
        <span className={styles.small}>
          {' '}
          {hold.reason} · {hold.placedBy} · {formatMoment(hold.placedAt)}
        </span>
      </span>
      {hold.releasedAt === null && (
        <Button variant="subtle" size="xs" onClick={() => void ask()} disabled={refusal !== undefined || release.isPending} title={refusal}>
          {t('Release')}
        </Button>
      )}
    </li>
  )
}

function HoldDialog({ onClose }: { onClose: () => void }) {
  const hold = useMutation(holdMutation)
  const form = useContractForm({ initialValues: { reason: '' }, schema: erasure.hold.body })
  const submit = form.onSubmit((values) =>
    hold.mutate({ body: values }, { onSuccess: onClose, onError: (error) => void showFieldErrors(form, error) }),
  )
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Hold the whole organization')}
      onSubmit={submit}
      submitLabel={t('Place the hold')}
      busy={hold.isPending}
      width={520}
    >
      <Textarea
        label={t('Reason')}
        description={t('It is shown to those who try to erase something.')}
        autosize
        minRows={2}
        maxLength={500}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
