import type { Ticket } from '@imperium/contract/support.ts'
import { t } from '../../lib/words.ts'
import { StatusDot } from '../../ui/status-dot.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { categoryLabels, statusLabels, statusTones } from './ticket-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './support.module.css'

export function TicketRow({ ticket, onOpen }: { ticket: Ticket; onOpen: () => void }) {
  const { subject, category, status, authorName, isMine, isHandedOver, lastMessageAt } = ticket
  return (
    <li className={classes.item}>
      <span className={classes.itemText}>
        <button type="button" className={classes.subject} onClick={onOpen}>
          {subject}
        </button>
        <span className={`${classes.facts} ${styles.small}`}>
          <span>{categoryLabels[category]}</span>
          {!isMine && <span>{t('by {name}', { name: authorName })}</span>}
          <RelativeTime at={lastMessageAt} />
          {!isHandedOver && status !== 'closed' && <span>{t('Not delivered yet')}</span>}
        </span>
      </span>
      <StatusDot tone={statusTones[status]} label={statusLabels[status]} />
    </li>
  )
}
