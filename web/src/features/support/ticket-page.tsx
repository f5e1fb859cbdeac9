import { Button, Skeleton, Textarea } from '@mantine/core'
import { IconChevronRight, IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { Attachment } from '@imperium/contract/messages.ts'
import type { SupportOverview, TicketDetail, TicketMessage } from '@imperium/contract/support.ts'
import { formatFileSize, formatMoment } from '../../lib/format.ts'
import { plural, t } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { QueryPage } from '../../ui/page/detail-page.tsx'
import { Page } from '../../ui/page/page.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { AttachmentField } from '../messages/index.ts'
import { attachToTicket, closeMutation, downloadMutation, replyMutation, ticketQuery } from './api.ts'
import { DeskNotice } from './desk-notice.tsx'
import { categoryLabels, statusLabels, statusTones } from './ticket-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './support.module.css'

interface TicketPageProps {
  id: string
  overview: SupportOverview | undefined
  onBack: () => void
}

/** One ticket with its messages; the member may write on, and close it. */
export function TicketPage({ id, overview, onBack }: TicketPageProps) {
  const ticket = useQuery(ticketQuery(id))
  return (
    <QueryPage query={ticket} title={t('Support')} failed={t('The ticket could not be loaded')}>
      {(data) => <OpenTicket ticket={data} overview={overview} onBack={onBack} />}
    </QueryPage>
  )
}

function OpenTicket({ ticket, overview, onBack }: Omit<TicketPageProps, 'id'> & { ticket: TicketDetail }) {
  const { id, subject, category, status, version, requestIds, messages, isHandedOver } = ticket
  const close = useMutation(closeMutation)
  async function confirmAndClose(): Promise<void> {
    const message = t('The operator sees that nothing is left to answer. A new message opens it again.')
    if (await confirm({ title: t('Close ticket'), message, action: t('Close ticket'), danger: false })) close.mutate({ params: { id } })
  }
  return (
    <Page
      title={subject}
      subtitle={
        <span className={classes.facts}>
          <StatusDot tone={statusTones[status]} label={statusLabels[status]} />
          <span>{categoryLabels[category]}</span>
          <span>{t('Version {version}', { version })}</span>
          {requestIds.length > 0 && (
            <span title={requestIds.join('\n')}>
              {plural(requestIds.length, { one: '{count} request id', other: '{count} request ids' })}
            </span>
          )}
        </span>
      }
      actions={
        status !== 'closed' && (
          <Button variant="default" disabled={close.isPending} onClick={() => void confirmAndClose()}>
            {t('Close ticket')}
          </Button>
        )
      }
    >
      <nav className={classes.crumbs} aria-label={t('Ticket')}>
        <button type="button" className={classes.crumb} onClick={onBack}>
          {t('Support')}
        </button>
        <IconChevronRight size={13} stroke={1.7} aria-hidden />
        <span>{t('Ticket')}</span>
      </nav>
      {!isHandedOver && overview && <DeskNotice overview={overview} />}
      <div className={classes.thread}>
        {messages.map((message) => (
          <MessageCard key={message.id} message={message} />
        ))}
      </div>
      <ReplyForm id={id} isClosed={status === 'closed'} />
    </Page>
  )
}

function MessageCard({ message: { origin, authorName, body, createdAt, attachments } }: { message: TicketMessage }) {
  return (
    <section className={classes.card} data-desk={origin === 'desk' || undefined} aria-label={t('Message of {name}', { name: authorName })}>
      <p className={classes.cardHead}>
        <b>{authorName}</b>
        {origin === 'desk' && <span className={styles.small}>{t('Support desk')}</span>}
        <span className={classes.when} title={formatMoment(createdAt)}>
          <RelativeTime at={createdAt} />
        </span>
      </p>
      <div className={classes.words}>{body}</div>
      {attachments.length > 0 && (
        <ul className={`${styles.list} ${classes.files}`} aria-label={t('Attachments')}>
          {attachments.map((file) => (
            <FileItem key={file.id} file={file} />
          ))}
        </ul>
      )}
    </section>
  )
}

function FileItem({ file }: { file: Attachment }) {
  const download = useMutation(downloadMutation)
  return (
    <li>
      <button type="button" className={classes.file} disabled={download.isPending} onClick={() => download.mutate(file.id)}>
        <IconDownload size={14} stroke={1.7} aria-hidden />
        <span className={styles.truncate}>{file.name}</span>
        <span className={styles.small}>{formatFileSize(file.size)}</span>
      </button>
    </li>
  )
}

function ReplyForm({ id, isClosed }: { id: string; isClosed: boolean }) {
  const reply = useMutation(replyMutation)
  const [message, setMessage] = useState('')
  const [files, setFiles] = useState<readonly Attachment[]>([])
  const isBlank = message.trim() === ''
  return (
    <form
      className={classes.reply}
      onSubmit={(event) => {
        event.preventDefault()
        if (isBlank || reply.isPending) return
        reply.mutate(
          { params: { id }, body: { message, attachmentIds: files.map((file) => file.id) } },
          {
            onSuccess: () => {
              setMessage('')
              setFiles([])
            },
          },
        )
      }}
    >
      <Textarea
        aria-label={t('Reply')}
        placeholder={isClosed ? t('A new message opens the ticket again') : t('Write a reply')}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={20_000}
        value={message}
        readOnly={reply.isPending}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <div className={styles.row}>
        <Suspense fallback={<Skeleton height={30} width={120} radius={8} />}>
          <AttachmentField files={files} upload={attachToTicket} disabled={reply.isPending} onChange={(make) => setFiles(make)} />
        </Suspense>
        <Button type="submit" className={classes.send} disabled={isBlank || reply.isPending}>
          {reply.isPending ? t('Sending...') : t('Reply')}
        </Button>
      </div>
    </form>
  )
}
