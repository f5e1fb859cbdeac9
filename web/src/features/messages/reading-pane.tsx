import { ActionIcon, Button, Skeleton, Tooltip } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconArrowLeft, IconDownload, IconFlag, IconMailOpened, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Conversation, Reply } from '@imperium/contract/messages.ts'
import { formatFileSize, formatMoment } from '../../lib/format.ts'
import { receivedLabels } from '../../lib/labels/received-labels.ts'
import { t } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { OrgLink } from '../../ui/page/org-link.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { Notes } from '../notes/index.ts'
import { conversationQuery, downloadAttachmentMutation, markMutation, removeMutation } from './api.ts'
import { Assignment } from './assignment.tsx'
import { DraftCard } from './draft-card.tsx'
import { DeliveryState } from './delivery-state.tsx'
import { channelLabels } from './message-labels.ts'
import { ChatBar } from './chat-bar.tsx'
import { KeepAsArticle, questionBefore } from './keep-as-article.tsx'
import { ReplyForm } from './reply-form.tsx'
import styles from '../../ui/styles.module.css'
import classes from './messages.module.css'

/** One conversation: messages, files and the reply form. Opening it marks it as read. */
export function ReadingPane({ id, onClose }: { id: string; onClose: () => void }) {
  const remove = useMutation(removeMutation)
  // A conversation that is being deleted or is gone is not refetched while the pane closes.
  const conversation = useQuery({ ...conversationQuery(id), enabled: remove.isIdle || remove.isError })
  const { mutate: mark } = useMutation(markMutation)
  const { data } = conversation
  const pane = useRef<HTMLElement>(null)
  const isThere = data !== undefined
  // On a phone it takes the place of the list, below the figures.
  useEffect(() => {
    pane.current?.scrollIntoView({ block: 'nearest' })
  }, [id, isThere])
  const seen = useEffectEvent(() => mark({ params: { id }, body: { isRead: true } }))
  const isUnread = data?.isRead === false
  const newest = data?.messages.at(-1)?.id
  useEffect(() => {
    if (isUnread) seen()
    // A new message while it is open is read as well; marking it unread by hand is not undone.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id, newest])
  if (conversation.isPending) return <Skeleton height={320} radius={12} />
  if (!data)
    return (
      <ErrorState error={conversation.error} title={t('The message could not be loaded')} onRetry={() => void conversation.refetch()} />
    )
  return (
    <article ref={pane} className={styles.surface} aria-label={data.subject}>
      <PaneHead conversation={data} onClose={onClose} onDelete={() => remove.mutate({ params: { id } }, { onSuccess: onClose })} />
      <div className={classes.thread}>
        {data.messages.map((message, at) => (
          <MessageCard
            key={message.id}
            conversationId={id}
            message={message}
            isChat={data.channel === 'chat'}
            isNewSubject={isNewSubject(data, at)}
            question={data.kind === 'contact' && message.direction === 'outbound' ? questionBefore(data.messages, message) : null}
          />
        ))}
      </div>
      {data.draft && <DraftCard key={data.draft.id} id={id} draft={data.draft} isBlocked={data.blocked !== null} />}
      {data.kind === 'contact' && (
        <section aria-label={t('Notes')} className={classes.notes}>
          <h3>{t('Notes')}</h3>
          <Suspense fallback={<Skeleton height={40} radius={8} />}>
            <Notes key={id} subject="conversation" subjectId={id} folded />
          </Suspense>
        </section>
      )}
      {data.chatState && <ChatBar id={id} state={data.chatState} mode={data.agentMode ?? 'auto'} isVisitor={data.channel === 'chat'} />}
      <ReplyForm key={id} conversation={data} />
    </article>
  )
}

const topicOf = (subject: string) =>
  subject
    .replace(/^(\s*\p{L}{1,5}(\[\d+\])?\s?[:：]\s*)+/u, '')
    .trim()
    .toLowerCase()

/** A conversation bears the subject of its newest email: an older one with another subject says so itself. */
function isNewSubject({ subject, messages }: Conversation, at: number): boolean {
  const emails = messages.slice(0, at + 1).filter((message) => message.subject !== '')
  const [before, here] = [emails.at(-2), emails.at(-1)]
  if (!here || here !== messages[at]) return false
  return topicOf(here.subject) !== topicOf(before?.subject ?? subject)
}

interface PaneHeadProps {
  conversation: Conversation
  onClose: () => void
  onDelete: () => void
}

function PaneHead({ conversation, onClose, onDelete }: PaneHeadProps) {
  const { id, kind, subject, isFlagged, isArchived, channel, contactId, campaignId, campaignName } = conversation
  const mark = useMutation(markMutation)
  const change = (body: { isRead?: boolean; isFlagged?: boolean; isArchived?: boolean }) => mark.mutate({ params: { id }, body })
  async function confirmAndDelete(): Promise<void> {
    const message = t('Are you sure you want to delete this message?')
    if (await confirm({ title: t('Delete message'), message, action: t('Delete') })) onDelete()
  }
  const people = conversation.participants.map(({ name }) => name).join(', ') || conversation.contactName
  return (
    <header className={classes.paneHead}>
      <div className={classes.paneTitle}>
        <ActionIcon className={classes.back} variant="subtle" color="gray" aria-label={t('Back to the list')} onClick={onClose}>
          <IconArrowLeft size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
        <h2>{subject}</h2>
        <div className={styles.tools}>
          <Tool label={isFlagged ? t('Remove flag') : t('Flag')} pressed={isFlagged} onClick={() => change({ isFlagged: !isFlagged })}>
            <IconFlag size={17} stroke={1.7} aria-hidden className={isFlagged ? classes.flag : undefined} />
          </Tool>
          <Tool
            label={t('Mark as unread')}
            onClick={() => {
              change({ isRead: false })
              onClose()
            }}
          >
            <IconMailOpened size={17} stroke={1.7} aria-hidden />
          </Tool>
          <Tool label={isArchived ? t('Move to the inbox') : t('Archive')} onClick={() => change({ isArchived: !isArchived })}>
            {isArchived ? <IconArchiveOff size={17} stroke={1.7} aria-hidden /> : <IconArchive size={17} stroke={1.7} aria-hidden />}
          </Tool>
          <Tool label={t('Delete')} onClick={() => void confirmAndDelete()}>
            <IconTrash size={17} stroke={1.7} aria-hidden />
          </Tool>
        </div>
      </div>
      <p className={classes.about}>
        {channel && <span>{channelLabels[channel]}</span>}
        {kind === 'support' && <span>{t('Support ticket')}</span>}
        {people && <span>{people}</span>}
        {contactId && <OrgLink path={`contacts?contact=${contactId}`}>{t('Open contact')}</OrgLink>}
        {campaignId && campaignName && (
          <>
            <OrgLink path={`campaigns/${campaignId}`}>{t('Campaign: {name}', { name: campaignName })}</OrgLink>
            <OrgLink path={`messages?campaign=${campaignId}`}>{t('All replies to this campaign')}</OrgLink>
          </>
        )}
      </p>
      <Assignment conversation={conversation} />
    </header>
  )
}

interface ToolProps {
  label: string
  pressed?: boolean
  onClick: () => void
  children: React.ReactNode
}

function Tool({ label, pressed, onClick, children }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} aria-pressed={pressed} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}

interface MessageCardProps {
  conversationId: string
  message: Reply
  isChat: boolean
  isNewSubject: boolean
  /** What it answers; null for a message that answers nothing. */
  question: string | null
}

function MessageCard({ conversationId, message, isChat, isNewSubject: showsSubject, question }: MessageCardProps) {
  const { sender, senderEmail, senderVerified, timestamp, direction, attachments, isMine, isByAgent } = message
  return (
    <section
      className={classes.card}
      data-mine={isMine || direction === 'outbound' || undefined}
      aria-label={t('Message of {name}', { name: sender })}
    >
      <p className={classes.cardHead}>
        <b>{sender}</b>
        {isByAgent && <span className={classes.byAgent}>{t('AI agent')}</span>}
        {isByAgent && direction === 'internal' && <span className={classes.address}>{t('For members only')}</span>}
        {senderEmail && <span className={classes.address}>{senderEmail}</span>}
        {!senderVerified && (
          <span
            className={classes.unverified}
            title={
              isChat
                ? t('The visitor entered this address in the chat. It is not confirmed.')
                : t('The email claims to be from this address, but the receiving server did not confirm it.')
            }
          >
            {t('Sender not verified')}
          </span>
        )}
        <span className={classes.when} title={formatMoment(timestamp)}>
          <RelativeTime at={timestamp} />
        </span>
      </p>
      {showsSubject && <p className={classes.subject}>{t('Subject: {subject}', { subject: message.subject })}</p>}
      <MessageText message={message} />
      {attachments.length > 0 && (
        <ul className={classes.files} aria-label={t('Attachments')}>
          {attachments.map((file) => (
            <AttachmentItem key={file.id} file={file} />
          ))}
        </ul>
      )}
      <DeliveryState conversationId={conversationId} message={message} />
      {question !== null && <KeepAsArticle question={question} answer={message} />}
    </section>
  )
}

/** The quotation at the end of a reply is folded; nothing but quotation is. */
function MessageText({ message: { content, quotedFrom, direction } }: { message: Reply }) {
  const [isUnfolded, setUnfolded] = useState(false)
  const shown = quotedFrom === null || isUnfolded ? content : content.slice(0, quotedFrom)
  return (
    <>
      <div className={classes.words}>{direction === 'inbound' ? receivedLabels(shown) : shown}</div>
      {quotedFrom !== null && (
        <Button
          className={classes.fold}
          variant="subtle"
          size="compact-sm"
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {isUnfolded ? t('Hide quoted text') : t('Show quoted text')}
        </Button>
      )}
    </>
  )
}

function AttachmentItem({ file }: { file: Reply['attachments'][number] }) {
  const download = useMutation(downloadAttachmentMutation)
  return (
    <li>
      <button type="button" className={classes.file} disabled={download.isPending} onClick={() => download.mutate(file.id)}>
        <IconDownload size={14} stroke={1.7} aria-hidden />
        <span className={styles.truncate}>{file.name}</span>
        <span className={classes.fileSize}>{formatFileSize(file.size)}</span>
      </button>
    </li>
  )
}
