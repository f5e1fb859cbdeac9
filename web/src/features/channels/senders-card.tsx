import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Sender } from '@imperium/contract/channels/senders.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { confirm } from '../../ui/dialog/confirm.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import type { StatusTone } from '../../ui/status-dot.tsx'
import { emailSettingsQuery, removeSenderMutation, sendSenderEmailMutation, sendersQuery, updateSenderMutation } from './api.ts'
import { SenderDialog } from './sender-dialog.tsx'
import styles from '../../ui/styles.module.css'
import classes from './channels.module.css'

type Open = { sender: Sender | null } | null

/** The sender addresses of emails. */
export function SendersCard({ mayManage }: { mayManage: boolean }) {
  const { data, error, refetch } = useQuery(sendersQuery)
  const settings = useQuery(emailSettingsQuery)
  const [open, setOpen] = useState<Open>(null)
  const aside = mayManage && (
    <Button variant="default" size="xs" onClick={() => setOpen({ sender: null })}>
      {t('Add sender')}
    </Button>
  )
  return (
    <Card title={t('Senders')} aside={aside}>
      {error && !data && <ErrorState plain error={error} title={t('The senders could not be loaded')} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={90} radius={8} />}
      {data?.length === 0 && (
        <p className={styles.textWrap}>
          {settings.data?.isSandbox
            ? t('In the sandbox campaigns go out without a sender too; a real mail server needs one.')
            : t('Email campaigns need a sender. Add the first one.')}
        </p>
      )}
      {settings.data?.isSandbox && data?.some(({ isVerified }) => !isVerified) && (
        <p className={styles.textWrap}>
          {t('Sandbox: email is kept on this server, so test messages can use a sender before it is verified.')}
        </p>
      )}
      {data && data.length > 0 && (
        <ul className={`${styles.list} ${classes.inbound}`}>
          {data.map((sender) => (
            <SenderRow key={sender.id} sender={sender} mayManage={mayManage} onEdit={() => setOpen({ sender })} />
          ))}
        </ul>
      )}
      {open && <SenderDialog editing={open.sender} onClose={() => setOpen(null)} />}
    </Card>
  )
}

const verifiedLabels: Record<Sender['verifiedBy'], { tone: StatusTone; label: string }> = {
  domain: { tone: 'ok', label: t('Verified by its domain') },
  letter: { tone: 'ok', label: t('Verified') },
  none: { tone: 'warn', label: t('Not verified yet') },
}

function SenderRow({ sender, mayManage, onEdit }: { sender: Sender; mayManage: boolean; onEdit: () => void }) {
  const { id, name, email, replyTo, isDefault, isVerified, verifiedBy } = sender
  const update = useMutation(updateSenderMutation)
  const remove = useMutation(removeSenderMutation)
  const letter = useMutation(sendSenderEmailMutation)
  const params = { id }
  async function ask(): Promise<void> {
    const message = t('Campaigns from {email} will need another sender.', { email })
    if (await confirm({ title: t('Remove sender'), message, action: t('Remove') })) remove.mutate({ params })
  }
  return (
    <li className={classes.template}>
      <div className={classes.body}>
        <div className={classes.line}>
          <span className={classes.name}>{name}</span>
          {isDefault && <span className={classes.tag}>{t('Default')}</span>}
        </div>
        <p className={classes.detail}>{replyTo ? t('{email}, replies to {replyTo}', { email, replyTo }) : email}</p>
        <StatusDot {...verifiedLabels[verifiedBy]} />
      </div>
      {mayManage && (
        <div className={classes.acts}>
          {!isVerified && (
            <Button
              variant="default"
              size="xs"
              disabled={letter.isPending}
              aria-label={`${t('Resend the email')}: ${email}`}
              onClick={() => letter.mutate({ params })}
            >
              {t('Resend the email')}
            </Button>
          )}
          {!isDefault && (
            <Button
              variant="default"
              size="xs"
              disabled={update.isPending}
              aria-label={t('Make {name} the default', { name: email })}
              onClick={() => update.mutate({ params, body: { isDefault: true } })}
            >
              {t('Make default')}
            </Button>
          )}
          <Button variant="default" size="xs" aria-label={t('Edit {name}', { name: email })} onClick={onEdit}>
            {t('Edit')}
          </Button>
          <Button variant="default" size="xs" aria-label={t('Remove {name}', { name: email })} onClick={() => void ask()}>
            {t('Remove')}
          </Button>
        </div>
      )}
    </li>
  )
}
