import { IconUserCheck } from '@tabler/icons-react'
import type { Approval } from '@imperium/contract/workflows/workflow-approvals.ts'
import { t } from '../../../lib/words.ts'
import { useRows } from '../../../ui/list/use-rows.ts'
import { DataTable } from '../../../ui/list/data-table.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { approvalsQuery } from '../api.ts'
import { approvalTones, approvalLabels } from './approval-labels.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../workflows.module.css'

const state = ({ status }: Approval) => <StatusDot tone={approvalTones[status]} label={approvalLabels[status]} />
const names = ({ assignees }: Approval) => assignees.map(({ name }) => name).join(', ') || '–'

const columns: readonly Column<Approval>[] = [
  {
    id: 'title',
    header: t('Approval'),
    width: 'minmax(0, 1.6fr)',
    cell: (approval) => (
      <span className={classes.cell}>
        <span className={`${styles.truncateBlock} ${classes.rowName}`}>{approval.title}</span>
        <span className={classes.rowWide}>{approval.comment || approval.stepName}</span>
        <span className={classes.phoneOnly}>{state(approval)}</span>
      </span>
    ),
  },
  { id: 'status', header: t('Status'), width: '130px', hideOn: 'phone', cell: state },
  { id: 'asked', header: t('Requested'), hideOn: 'tablet', cell: (approval) => <span className={classes.cell}>{names(approval)}</span> },
  {
    id: 'by',
    header: t('Decided by'),
    hideOn: 'tablet',
    cell: ({ decidedBy }) => <span className={classes.cell}>{decidedBy ?? '–'}</span>,
  },
  { id: 'at', header: t('Requested at'), width: '110px', align: 'end', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
]

interface ApprovalsTabProps {
  /** Those of this workflow only. */
  workflowId: string
  onOpen: (approvalId: string) => void
}

/** The approvals of a workflow and their decisions. */
export function ApprovalsTab({ workflowId, onOpen }: ApprovalsTabProps) {
  const list = useRows(approvalsQuery({ workflowId }))
  if (list.error) return <ErrorState error={list.error} title={t('Approvals could not be loaded')} onRetry={list.retry} />
  if (list.isEmpty)
    return (
      <EmptyState
        icon={IconUserCheck}
        title={t('No approvals yet')}
        text={t('Approval requests of the workflow appear here, with the decision.')}
      />
    )
  return (
    <DataTable
      label={t('Approvals')}
      columns={columns}
      rowId={({ id }) => id}
      rowLabel={({ title, status }) => `${title}: ${approvalLabels[status]}`}
      {...list.table}
      onOpen={({ id }) => onOpen(id)}
    />
  )
}
