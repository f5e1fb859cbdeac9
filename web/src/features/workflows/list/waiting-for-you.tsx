import { Button } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import type { Approval } from '@imperium/contract/workflows/workflow-approvals.ts'
import { formatMoment } from '../../../lib/format.ts'
import { t } from '../../../lib/words.ts'
import { useRows } from '../../../ui/list/use-rows.ts'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { approvalsQuery } from '../api.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../workflows.module.css'

const shownRows = 5

interface WaitingForYouProps {
  onOpen: (approvalId: string) => void
}

/** Approvals that wait for the signed-in user; renders nothing if there are none. */
export function WaitingForYou({ onOpen }: WaitingForYouProps) {
  const { rows: mine } = useRows(approvalsQuery({ status: 'pending', mine: 'true' }))
  if (mine.length === 0) return null
  return (
    <section className={classes.waiting} aria-label={t('Waiting for you')}>
      <h2 className={classes.waitingHead}>
        <IconUserCheck size={16} stroke={1.7} aria-hidden />
        {t('Waiting for you')}
        <span className={classes.badge}>{mine.length}</span>
      </h2>
      <ul className={classes.waitingList}>
        {mine.slice(0, shownRows).map((approval) => (
          <li key={approval.id} className={classes.waitingRow}>
            <span className={styles.grow}>
              <span className={`${styles.truncateBlock} ${classes.rowName}`}>{approval.title}</span>
              <ApprovalAbout approval={approval} />
            </span>
            <Button
              size="xs"
              variant="default"
              aria-label={t('Decide: {title}', { title: approval.title })}
              onClick={() => onOpen(approval.id)}
            >
              {t('Decide')}
            </Button>
          </li>
        ))}
      </ul>
      {mine.length > shownRows && (
        <p className={classes.waitingMore}>{t('{count} more are shown with their runs', { count: mine.length - shownRows })}</p>
      )}
    </section>
  )
}

function ApprovalAbout({ approval: { workflowName, createdAt, expiresAt } }: { approval: Approval }) {
  return (
    <span className={classes.rowAbout}>
      {workflowName} · <RelativeTime at={createdAt} />
      {expiresAt && ` · ${t('until {moment}', { moment: formatMoment(expiresAt) })}`}
    </span>
  )
}
