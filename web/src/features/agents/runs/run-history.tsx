import { Button, Select } from '@mantine/core'
import { IconArrowLeft, IconFilterOff, IconHistory, IconSelector } from '@tabler/icons-react'
import type { Agent } from '@imperium/contract/agents.ts'
import { isFinished, runStatuses } from '@imperium/contract/runs.ts'
import type { Run } from '@imperium/contract/runs.ts'
import { formatCompact, formatDuration, formatMicros } from '../../../lib/format.ts'
import { t } from '../../../lib/words.ts'
import { useRows } from '../../../ui/list/use-rows.ts'
import { DataTable } from '../../../ui/list/data-table.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { RunStatusDot } from '../agent-status.tsx'
import { runStatusLabels } from '../agent-labels.ts'
import { runsQuery } from '../api.ts'
import { RunDetails } from './run-details.tsx'
import { chargedFor } from './run-state.ts'
import type { AgentsView } from '../use-agents-view.ts'
import styles from '../../../ui/styles.module.css'
import classes from './run.module.css'

const pollMs = 3_000
/** Polls the list only up to this number of loaded pages, since a refetch requests each page. */
const mostPolledPages = 2

const columns: readonly Column<Run>[] = [
  { id: 'run', header: t('Agent run'), width: 'minmax(0, 1fr)', cell: (run) => <RunText run={run} /> },
  { id: 'duration', header: t('Duration'), width: '86px', align: 'end', cell: (run) => formatDuration(run.latencyMs) },
  {
    id: 'tokens',
    header: t('Tokens'),
    width: '76px',
    align: 'end',
    hideOn: 'phone',
    cell: (run) => formatCompact(run.inputTokens + run.outputTokens),
  },
  { id: 'cost', header: t('Cost'), width: '86px', align: 'end', cell: (run) => formatMicros(chargedFor(run)) },
]

/** All runs of the agent, newest first; one opens with all its steps. */
export function RunHistory({ agent, view }: { agent: Agent; view: AgentsView }) {
  const { search, change } = view
  if (search.run)
    return (
      <div className={`${styles.stackWide} ${classes.part}`}>
        <div>
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconArrowLeft size={15} stroke={1.7} aria-hidden />}
            onClick={() => change({ run: undefined })}
          >
            {t('All runs')}
          </Button>
        </div>
        <RunDetails
          key={search.run}
          id={search.run}
          onChange={change}
          withInput
          onContinue={(run) => change({ tab: 'chat', run: run.id, runStatus: undefined })}
        />
      </div>
    )
  return <RunList agent={agent} view={view} />
}

function RunList({ agent, view: { search, change } }: { agent: Agent; view: AgentsView }) {
  const list = useRows({
    ...runsQuery(agent.id, search.runStatus),
    refetchInterval: ({ state: { data } }) => {
      const working = data?.pages.some((page) => page.rows.some((run) => !isFinished(run.status)))
      return working && data && data.pages.length <= mostPolledPages ? pollMs : false
    },
  })
  const { rows } = list
  return (
    <div className={`${styles.stackWide} ${classes.part}`}>
      <Select
        className={classes.filter}
        aria-label={t('Status of runs')}
        placeholder={t('Status')}
        clearable
        value={search.runStatus ?? null}
        data={runStatuses.map((status) => ({ value: status, label: runStatusLabels[status] }))}
        onChange={(next) => change({ runStatus: runStatuses.find((status) => status === next) }, true)}
        {...(search.runStatus ? {} : { rightSection: <IconSelector size={15} stroke={1.7} aria-hidden /> })}
      />
      {list.error && <ErrorState plain error={list.error} title={t('Runs could not be loaded')} onRetry={list.retry} />}
      {list.isEmpty && <NoRuns filtered={search.runStatus !== undefined} onClear={() => change({ runStatus: undefined }, true)} />}
      {(list.table.loading || rows.length > 0) && (
        <DataTable
          label={t('Runs')}
          columns={columns}
          rowId={(run) => run.id}
          rowLabel={(run) => t('{status} run of {name}', { status: runStatusLabels[run.status], name: run.startedBy })}
          {...list.table}
          onOpen={(run) => change({ tab: 'history', run: run.id })}
        />
      )}
      {list.hasMoreFailed && (
        <Button variant="default" onClick={list.retry}>
          {t('More runs could not be loaded. Try again')}
        </Button>
      )}
    </div>
  )
}

function NoRuns({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (filtered)
    return (
      <EmptyState
        icon={IconFilterOff}
        title={t('No runs match')}
        text={t('No run of this agent has this status.')}
        action={
          <Button variant="default" onClick={onClear}>
            {t('Clear filter')}
          </Button>
        }
      />
    )
  return <EmptyState icon={IconHistory} title={t('No runs yet')} text={t('Runs of this agent appear here, with every step.')} />
}

function RunText({ run }: { run: Run }) {
  return (
    <span className={classes.runLabels}>
      <RunStatusDot status={run.status} />
      <span className={classes.runAbout}>
        <RelativeTime at={run.createdAt} /> · {run.startedBy}
        {run.recoveries > 0 && ` · ${t('resumed after a restart')}`}
      </span>
    </span>
  )
}
