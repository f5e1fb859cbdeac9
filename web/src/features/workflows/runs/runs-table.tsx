import type { WorkflowRun } from '@imperium/contract/workflows/workflow-runs.ts'
import { formatDuration, formatMicros, formatMoment } from '../../../lib/format.ts'
import { t, translateMessage } from '../../../lib/words.ts'
import { DataTable } from '../../../ui/list/data-table.tsx'
import type { Column, DataTableProps } from '../../../ui/list/data-table.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { isWorking, runStateOf, startedByText } from '../run-labels.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../workflows.module.css'

interface RunsTableProps extends Pick<
  DataTableProps<WorkflowRun>,
  'rows' | 'loading' | 'hasMore' | 'loadingMore' | 'onLoadMore' | 'onOpen'
> {
  /** Names the workflow of each run. */
  withWorkflow: boolean
}

const status = (run: WorkflowRun) => <StatusDot {...runStateOf(run)} live={isWorking(run)} />

function RunName({ run, withWorkflow }: { run: WorkflowRun; withWorkflow: boolean }) {
  return (
    <span className={classes.cell}>
      <span className={`${styles.truncateBlock} ${classes.rowName}`}>{withWorkflow ? run.workflowName : formatMoment(run.startedAt)}</span>
      <RunLine run={run} />
      <span className={classes.phoneOnly}>{status(run)}</span>
    </span>
  )
}

/** The error; else the details that no visible column shows at this width. */
function RunLine({ run }: { run: WorkflowRun }) {
  if (run.error)
    return (
      <span className={classes.rowWide} data-tone="bad">
        {run.isTest ? `${t('Test||trigger')} · ${translateMessage(run.error)}` : translateMessage(run.error)}
      </span>
    )
  return (
    <>
      <span className={classes.rowVersion}>{run.isTest ? t('Test of the draft') : t('Version {version}', { version: run.version })}</span>
      <span className={classes.rowStarted}>{startedByText(run)}</span>
    </>
  )
}

const started: Column<WorkflowRun> = {
  id: 'started',
  header: t('Started'),
  width: '200px',
  hideOn: 'tablet',
  cell: ({ startedAt }) => formatMoment(startedAt),
}

const columnsOf = (withWorkflow: boolean): readonly Column<WorkflowRun>[] => [
  {
    id: 'workflow',
    header: withWorkflow ? t('Workflow') : t('Started'),
    width: 'minmax(0, 1.6fr)',
    cell: (run) => <RunName run={run} withWorkflow={withWorkflow} />,
  },
  { id: 'status', header: t('Status'), width: '170px', hideOn: 'phone', cell: status },
  ...(withWorkflow ? [started] : []),
  { id: 'duration', header: t('Duration'), width: '110px', align: 'end', cell: ({ durationMs }) => formatDuration(durationMs) },
  {
    id: 'by',
    header: t('Triggered by'),
    width: 'minmax(0, 1fr)',
    hideOn: 'tablet',
    cell: (run) => <span className={classes.cell}>{startedByText(run)}</span>,
  },
  { id: 'cost', header: t('Cost'), width: '90px', align: 'end', hideOn: 'tablet', cell: ({ costMicros }) => formatMicros(costMicros) },
]
const columns = { all: columnsOf(true), own: columnsOf(false) }

/** Runs of workflows; each row opens its page. */
export function RunsTable({ withWorkflow, ...table }: RunsTableProps) {
  return (
    <DataTable
      label={t('Runs')}
      columns={withWorkflow ? columns.all : columns.own}
      rowId={({ id }) => id}
      rowLabel={(run) =>
        t('{name}: {status}, {moment}', { name: run.workflowName, status: runStateOf(run).label, moment: formatMoment(run.startedAt) })
      }
      {...table}
    />
  )
}
