import { Skeleton } from '@mantine/core'
import { IconCheck, IconFlag, IconLifebuoy, IconMail, IconMessage, IconPaperclip, IconUsers } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { Message } from '@imperium/contract/messages.ts'
import { t } from '../../lib/words.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { channelLabels, excerptOf, partnerOf, priorityLabels, recipientOf } from './message-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './messages.module.css'

interface ConversationListProps {
  rows: readonly Message[]
  openId: string | undefined
  /** Shows the recipient of a message instead of its sender. */
  isSent: boolean
}

/** The conversations of a box. Arrow keys go from one to the next, Enter opens. */
export function ConversationList({ rows, openId, isSent }: ConversationListProps) {
  const navigate = useNavigate({ from: '/org/$orgSlug/messages' })
  const open = (id: string) => void navigate({ search: (search) => ({ ...search, message: id }) })
  return (
    <ul
      className={`${styles.list} ${classes.list}`}
      onKeyDown={(event) => {
        const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
        if (step === 0 || !(event.target instanceof HTMLElement)) return
        const items = [...event.currentTarget.querySelectorAll('button')]
        const next = items[items.findIndex((item) => item === event.target) + step]
        if (!next) return
        event.preventDefault()
        next.focus()
      }}
    >
      {rows.map((row) => (
        <li key={row.id}>
          <button
            type="button"
            className={classes.row}
            data-unread={!row.isRead || undefined}
            aria-current={row.id === openId ? 'true' : undefined}
            onClick={() => open(row.id)}
          >
            <span className={classes.rowHead}>
              <ChannelIcon message={row} />
              <span className={`${styles.truncateShrink} ${classes.who}`}>
                {isSent ? t('To {name}', { name: recipientOf(row) }) : partnerOf(row)}
              </span>
              {row.messageCount > 1 && <span className={classes.amount}>{row.messageCount}</span>}
              <span className={classes.when}>
                <RelativeTime at={row.timestamp} />
              </span>
            </span>
            <span className={classes.subject}>
              {!row.isRead && <span className={classes.dot} role="img" aria-label={t('Unread')} />}
              <span className={`${styles.truncateShrink} ${classes.subjectText}`}>{row.subject}</span>
              {(row.priority === 'urgent' || row.priority === 'high') && (
                <span className={classes.priority} data-priority={row.priority}>
                  {priorityLabels[row.priority]}
                </span>
              )}
              {row.status === 'closed' && (
                <IconCheck size={14} stroke={1.8} className={classes.done} aria-label={t('Done||conversations')} />
              )}
              {row.hasAttachments && <IconPaperclip size={14} stroke={1.7} aria-label={t('Attachments')} />}
              {row.isFlagged && <IconFlag size={14} stroke={1.8} className={classes.flag} aria-label={t('Flagged')} />}
            </span>
            <span className={classes.preview}>{excerptOf(row)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function ChannelIcon({ message }: { message: Message }) {
  const { kind, channel } = message
  const Glyph = kind === 'internal' ? IconUsers : kind === 'support' ? IconLifebuoy : channel === 'email' ? IconMail : IconMessage
  const label = message.channel ? channelLabels[message.channel] : message.kind === 'support' ? t('Support ticket') : t('Members')
  return <Glyph size={15} stroke={1.7} aria-label={label} className={classes.channel} />
}

export function ListSkeleton() {
  return (
    <div aria-busy className={classes.skeletons}>
      {Array.from({ length: 6 }, (_, at) => (
        <Skeleton key={at} height={58} radius={8} />
      ))}
    </div>
  )
}
