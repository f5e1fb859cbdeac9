import { Button, Radio, Skeleton } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { FormEvent } from 'react'
import { channels } from '@imperium/contract/channels/channels.ts'
import { mutation, query } from '../../../lib/api.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { t } from '../../../lib/words.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { MailboxLink } from '../../auth/index.ts'
import { SenderDialog } from '../../channels/index.ts'
import styles from '../../../ui/styles.module.css'

const sendersQuery = { ...query(channels.listSenders), staleTime: 0, meta: { silent: true } }
const resendMutation = mutation(channels.sendSenderLetter, { success: t('The email was sent'), invalidates: [['channels', 'listSenders']] })

interface SenderChoiceDialogProps {
  /** Null: the default sender. */
  chosen: string | null
  onClose: () => void
  onChoose: (senderId: string) => void
}

/** Chooses the sender of a campaign, adds one, or has the confirmation email of one sent again. */
export function SenderChoiceDialog({ chosen, onClose, onChoose }: SenderChoiceDialogProps) {
  const { data, error, refetch } = useQuery({ ...sendersQuery, refetchOnWindowFocus: 'always' })
  const [picked, setPicked] = useState<string | null>(chosen)
  const [isAdding, setAdding] = useState(false)
  const resend = useMutation(resendMutation)
  const refusal = useGate('channels:manage')
  const value = picked ?? data?.find(({ isDefault }) => isDefault)?.id ?? null
  const sender = data?.find(({ id }) => id === value)
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (value === null) return
    onChoose(value)
    onClose()
  }
  return (
    <>
      <FormDialog
        opened
        onClose={onClose}
        title={t('Choose a sender')}
        onSubmit={submit}
        submitLabel={t('Use this sender')}
        disabledReason={value === null ? t('Add a sender first') : undefined}
        width={520}
        footer={
          <Button variant="default" disabled={refusal !== undefined} title={refusal} onClick={() => setAdding(true)}>
            {t('Add sender')}
          </Button>
        }
      >
        {error && !data && <ErrorState plain error={error} title={t('The senders could not be loaded')} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={90} radius={8} />}
        {data?.length === 0 && (
          <p>
            {t('Email campaigns need a sender. Add the first one.')} {refusal}
          </p>
        )}
        {data && data.length > 0 && (
          <Radio.Group aria-label={t('Sender')} value={value ?? ''} onChange={setPicked}>
            <div className={styles.stack}>
              {data.map(({ id, name, email, isVerified }) => (
                <Radio key={id} value={id} label={`${name} <${email}>`} description={isVerified ? t('Verified') : t('Not verified yet')} />
              ))}
            </div>
          </Radio.Group>
        )}
        {sender && !sender.isVerified && (
          <p>
            {t('We emailed a confirmation link to {email}. Open it to verify this sender.', { email: sender.email })}{' '}
            <Suspense fallback={null}>
              <MailboxLink />
            </Suspense>{' '}
            {!refusal && (
              <Button
                variant="default"
                size="compact-xs"
                disabled={resend.isPending}
                onClick={() => resend.mutate({ params: { id: sender.id } })}
              >
                {t('Resend the email')}
              </Button>
            )}
          </p>
        )}
      </FormDialog>
      {/* Not within the form above: its submit would bubble to it. */}
      {isAdding && (
        <Suspense fallback={null}>
          <SenderDialog editing={null} onClose={() => setAdding(false)} onSaved={({ id }) => setPicked(id)} />
        </Suspense>
      )}
    </>
  )
}
