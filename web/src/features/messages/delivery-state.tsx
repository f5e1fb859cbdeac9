import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Reply, deliveryDecisions } from '@imperium/contract/messages.ts'
import { notify } from '../../lib/notify.ts'
import { useCan } from '../../lib/use-session.ts'
import { t, translateMessage } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { decideMutation } from './api.ts'
import { statusText } from './message-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './messages.module.css'

type Decision = (typeof deliveryDecisions)[number]

const doneLabels: Record<Decision, string> = {
  send: t('The message is sent again'),
  sent: t('Marked as sent'),
  drop: t('The message is not sent'),
}

/** The delivery state of an outgoing message, with actions for a failure or an unknown outcome. */
export function DeliveryState({ conversationId, message }: { conversationId: string; message: Reply }) {
  const { status, detail, detailKey } = message
  const text = message.direction === 'outbound' ? statusText[status] : undefined
  if (!text) return null
  const isBad = status === 'failed' || status === 'held' || status === 'bounced'
  return (
    <>
      <p className={`${styles.smallAbove} ${classes.state}`} data-bad={isBad || undefined}>
        {text}
        {detail && status !== 'held' && ` · ${translateMessage({ message: detail, ...detailKey })}`}
      </p>
      {(status === 'failed' || status === 'held') && <Decisions conversationId={conversationId} message={message} />}
    </>
  )
}

function Decisions({ conversationId, message: { id, status } }: { conversationId: string; message: Reply }) {
  const mayWrite = useCan('messages:write')
  const decide = useMutation(decideMutation)
  if (!mayWrite) return null
  const save = (decision: Decision) =>
    decide.mutate(
      { params: { id: conversationId, messageId: id }, body: { decision } },
      { onSuccess: () => notify.success(doneLabels[decision]) },
    )
  async function sendAgain(): Promise<void> {
    const message = t('It may already have been sent. Then the contact gets it twice.')
    if (status === 'failed' || (await confirm({ title: t('Send again'), message, action: t('Send again') }))) save('send')
  }
  return (
    <div className={classes.decisions} role="group" aria-label={t('What should become of this message?')}>
      <Button size="xs" variant="default" disabled={decide.isPending} onClick={() => void sendAgain()}>
        {t('Send again')}
      </Button>
      {status === 'held' && (
        <>
          <Button size="xs" variant="default" disabled={decide.isPending} onClick={() => save('sent')}>
            {t('Sent')}
          </Button>
          <Button size="xs" variant="default" disabled={decide.isPending} onClick={() => save('drop')}>
            {t('Do not send')}
          </Button>
        </>
      )}
    </div>
  )
}
