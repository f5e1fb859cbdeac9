import { Button, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Conversation } from '@imperium/contract/messages.ts'
import { formatMoment } from '../../lib/format.ts'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { replyMutation } from './api.ts'
import { AttachmentField } from './attachment-field.tsx'
import { BlockedReply } from './blocked-reply.tsx'
import { channelWords } from './message-words.ts'
import classes from './messages.module.css'
import { emptyDraft, useReplyDraft } from './reply-drafts.ts'

/** Answers a conversation on the channel that it came by, or says why that cannot be. Ctrl+Enter sends. */
export function ReplyForm({ conversation }: { conversation: Conversation }) {
  const { id, blocked, channel, windowUntil, kind } = conversation
  const [{ message, files }, changeDraft] = useReplyDraft(id)
  const reply = useMutation(replyMutation)
  const mayWrite = useCan('messages:write')
  if (!mayWrite) return null
  if (blocked) return <BlockedReply conversation={conversation} />
  const send = () => {
    if (message.trim() === '' || reply.isPending) return
    reply.mutate(
      { params: { id }, body: { message, attachmentIds: files.map((file) => file.id) } },
      { onSuccess: () => changeDraft(() => emptyDraft) },
    )
  }
  const mayAttach = kind === 'internal' || channel === 'email'
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
        placeholder={channel ? t('Reply by {channel}', { channel: channelWords[channel] }) : t('Write a reply')}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={20_000}
        value={message}
        onChange={(event) => {
          const { value } = event.currentTarget
          changeDraft((draft) => ({ ...draft, message: value }))
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          send()
        }}
      />
      <div className={classes.replyFoot}>
        {mayAttach && (
          <AttachmentField files={files} onChange={(change) => changeDraft((draft) => ({ ...draft, files: change(draft.files) }))} />
        )}
        {windowUntil && <span className={classes.note}>{t('Free answers until {moment}', { moment: formatMoment(windowUntil) })}</span>}
        <Button type="submit" disabled={message.trim() === '' || reply.isPending} className={classes.send}>
          {reply.isPending ? t('Sending...') : t('Reply')}
        </Button>
      </div>
    </form>
  )
}
