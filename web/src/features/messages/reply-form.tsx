import { Button, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Conversation } from '@imperium/contract/messages.ts'
import { formatMoment } from '../../lib/format.ts'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { AttachmentField } from './attachment-field.tsx'
import { BlockedReply } from './blocked-reply.tsx'
import { DraftMenu } from './draft-menu.tsx'
import { channelLabels } from './message-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './messages.module.css'
import { isSendingDraft, sendDraftMutation, useReplyDraft } from './reply-drafts.ts'

/** Replies to a conversation on its channel, or explains why that is not possible. Ctrl+Enter sends. */
export function ReplyForm({ conversation }: { conversation: Conversation }) {
  const { id, blocked, channel, windowUntil, kind } = conversation
  const client = useQueryClient()
  const { draft, change, isSending } = useReplyDraft(id)
  const { message, files } = draft
  const { mutate } = useMutation(sendDraftMutation(client, id))
  const mayWrite = useCan('messages:write')
  if (!mayWrite) return null
  if (blocked) return <BlockedReply conversation={conversation} />
  const send = () => {
    if (message.trim() === '' || isSendingDraft(client, id)) return
    mutate({ message, attachmentIds: files.map((file) => file.id) })
  }
  const mayAttach = kind !== 'contact' || channel === 'email'
  return (
    <form
      className={classes.reply}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Textarea
        aria-label={t('Reply')}
        placeholder={
          channel === 'chat'
            ? t('Reply in the chat')
            : channel
              ? t('Reply by {channel}', { channel: channelLabels[channel] })
              : t('Write a reply')
        }
        autosize
        minRows={2}
        maxRows={10}
        maxLength={20_000}
        value={message}
        // A reply in flight is read-only.
        readOnly={isSending}
        onChange={(event) => {
          const { value } = event.currentTarget
          change((now) => ({ ...now, message: value }))
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          send()
        }}
      />
      <div className={classes.replyFoot}>
        {mayAttach && (
          <AttachmentField files={files} disabled={isSending} onChange={(make) => change((now) => ({ ...now, files: make(now.files) }))} />
        )}
        {kind === 'contact' && channel !== 'webhook' && <DraftMenu id={id} isDrafting={conversation.isDrafting} />}
        {windowUntil && <span className={styles.small}>{t('Free replies until {moment}', { moment: formatMoment(windowUntil) })}</span>}
        <Button type="submit" disabled={message.trim() === '' || isSending} className={classes.send}>
          {isSending ? t('Sending...') : t('Reply')}
        </Button>
      </div>
    </form>
  )
}
