import type { Run } from '@imperium/contract/runs.ts'
import { formatDuration, formatMicros, formatMoment } from '../../../lib/format.ts'
import { t } from '../../../lib/words.ts'
import { DataTable } from '../../../ui/list/data-table.tsx'
import type { Column, DataTableProps } from '../../../ui/list/data-table.tsx'
import { runStatusLabels } from '../agent-labels.ts'
import { RunStatusDot } from '../agent-status.tsx'
import { chargedFor } from './run-state.ts'
import classes from '../agents.module.css'
import styles from '../../../ui/styles.module.css'

type AllRunsTableProps = Omit<DataTableProps<Run>, 'label' | 'columns' | 'rowId' | 'rowLabel'>

const columns: readonly Column<Run>[] = [
  {
    id: 'agent',
    header: t('Agent'),
    width: 'minmax(0, 1.4fr)',
    cell: (run) => (
      <span className={styles.grow}>
        <span className={`${styles.truncateBlock} ${classes.name}`}>{run.agentName}</span>
        <span className={`${styles.truncateBlock} ${styles.caption} ${classes.about}`}>
          {formatMoment(run.createdAt)} · {run.startedBy}
        </span>
        <span className={`${styles.truncateBlock} ${styles.caption} ${classes.phoneFacts}`}>
          <RunStatusDot status={run.status} />
        </span>
      </span>
    ),
  },
  { id: 'status', header: t('Status'), width: '130px', hideOn: 'phone', cell: (run) => <RunStatusDot status={run.status} /> },
  {
    id: 'model',
    header: t('Model'),
    width: 'minmax(0, 0.6fr)',
    hideOn: 'tablet',
    cell: (run) => <span className={`${styles.truncateBlock} ${styles.caption} ${classes.about}`}>{run.model}</span>,
  },
  { id: 'duration', header: t('Duration'), width: '96px', align: 'end', cell: (run) => formatDuration(run.latencyMs) },
  { id: 'cost', header: t('Cost'), width: '90px', align: 'end', hideOn: 'phone', cell: (run) => formatMicros(chargedFor(run)) },
]

const rowLabel = (run: Run): string =>
  t('{name}: {status}, {moment}', { name: run.agentName, status: runStatusLabels[run.status], moment: formatMoment(run.createdAt) })

/** The runs of all agents. */
export const AllRunsTable = (table: AllRunsTableProps) => (
  <DataTable label={t('Runs')} columns={columns} rowId={({ id }) => id} rowLabel={rowLabel} {...table} />
)
