import { IconFilterOff, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { runStatuses, runTriggers } from '@imperium/contract/workflows/workflow-definition.ts'
import type { WorkflowRun } from '@imperium/contract/workflows/workflow-runs.ts'
import { formatDate } from '../../../lib/format.ts'
import type { ChangeSearch } from '../../../lib/search-params.ts'
import { plural, t } from '../../../lib/words.ts'
import { useRows } from '../../../ui/list/use-rows.ts'
import { ListView } from '../../../ui/list/list-view.tsx'
import type { ListFilter } from '../../../ui/list/list-view.tsx'
import { useOrgSlug } from '../../../ui/page/org-link.tsx'
import { runsQuery, workflowNamesQuery } from '../api.ts'
import type { RunFilter } from '../api.ts'
import { runStatusLabels, runTriggerLabels } from '../run-labels.ts'
import { RunsTable } from './runs-table.tsx'
import type { Period, WorkflowsSearch } from '../workflows-search.ts'
import styles from '../../../ui/styles.module.css'

type HistorySearch = Pick<WorkflowsSearch, 'q' | 'workflow' | 'run' | 'trigger' | 'period' | 'since'>

interface HistoryTabProps {
  search: HistorySearch
  change: ChangeSearch<HistorySearch>
  /** Runs of this workflow only: on its own page. */
  workflowId?: string
}

const statusOptions = [
  { value: 'open', label: t('Not ended') },
  { value: 'ended', label: t('Ended||runs') },
  ...runStatuses.map((status) => ({ value: status, label: runStatusLabels[status] })),
]
const statusValues = [...runStatuses, 'open', 'ended'] as const
const triggerOptions = runTriggers.map((trigger) => ({ value: trigger, label: runTriggerLabels[trigger] }))
const periodHours: Record<Period, number> = { day: 24, week: 7 * 24, month: 30 * 24 }
const periodOptions: readonly { value: Period; label: string }[] = [
  { value: 'day', label: t('Last 24 hours') },
  { value: 'week', label: t('Last 7 days') },
  { value: 'month', label: t('Last 30 days') },
]

/** The URL's filters as the server's query. */
function filterOf({ q, workflow, run, trigger, period, since }: HistorySearch, workflowId: string | undefined, nowMs: number): RunFilter {
  const status = statusValues.find((each) => each === run)
  const knownTrigger = runTriggers.find((each) => each === trigger)
  const id = workflowId ?? workflow
  return {
    ...(q ? { q } : {}),
    ...(id ? { workflowId: id } : {}),
    ...(status ? { status } : {}),
    ...(knownTrigger ? { trigger: knownTrigger } : {}),
    ...(since ? { from: since } : {}),
    ...(period ? { from: new Date(nowMs - periodHours[period] * 3_600_000).toISOString() } : {}),
  }
}

/** All runs, newest first, updated live. */
export function HistoryTab({ search, change, workflowId }: HistoryTabProps) {
  // Fixed while the tab is open: a filter that moves with the clock would create a new list with each request.
  const [nowMs] = useState(() => Date.now())
  const filter = filterOf(search, workflowId, nowMs)
  const list = useRows(runsQuery(filter))
  const navigate = useNavigate()
  const orgSlug = useOrgSlug()
  const open = ({ id }: WorkflowRun) => void navigate({ to: '/org/$orgSlug/workflows/runs/$runId', params: { orgSlug, runId: id } })
  const count = plural(list.rows.length, { one: '{count} run', other: '{count} runs' })
  return (
    <div className={styles.stack}>
      <ListView
        icon={IconHistory}
        list={list}
        search={search}
        change={change}
        find={{ label: t('Search runs') }}
        filters={useFilters(workflowId === undefined, search.since)}
        count={list.table.loading ? '' : list.total === null ? t('{count} shown', { count }) : count}
        failed={t('Runs could not be loaded')}
        failedMore={t('More runs could not be loaded. Try again')}
        empty={{ title: t('No runs yet'), text: t('Every run appears here with all its steps.') }}
        noMatch={{ icon: IconFilterOff, title: t('No runs match'), text: t('Try adjusting your filters') }}
        renderRows={(table) => <RunsTable {...table} withWorkflow={workflowId === undefined} onOpen={open} />}
      />
    </div>
  )
}

function useFilters(withWorkflow: boolean, since: string | undefined): ListFilter<HistorySearch>[] {
  const names = useQuery({ ...workflowNamesQuery, enabled: withWorkflow })
  const workflows = (names.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return [
    ...(withWorkflow ? [{ key: 'workflow', label: t('Workflow'), options: workflows } as const] : []),
    { key: 'run', label: t('Status'), options: statusOptions },
    { key: 'trigger', label: t('Triggered by'), options: triggerOptions },
    { key: 'period', label: t('Period'), options: periodOptions },
    // Only a link sets it, such as a figure of the dashboard.
    ...(since
      ? [{ key: 'since', label: t('Since'), options: [{ value: since, label: t('Since {date}', { date: formatDate(since) }) }] } as const]
      : []),
  ]
}
