import { Button } from '@mantine/core'
import { IconFilterOff, IconHistory } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { runStatuses, runTriggers } from '@imperium/contract/workflows/workflow-definition.ts'
import type { WorkflowRun } from '@imperium/contract/workflows/workflow-runs.ts'
import { plural, t } from '../../../lib/words.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { FilterBar } from '../../../ui/list/filter-bar.tsx'
import type { Filter } from '../../../ui/list/filter-bar.tsx'
import { useOrgSlug } from '../../../ui/page/org-link.tsx'
import { runsQuery, workflowNamesQuery } from '../api.ts'
import type { RunFilter } from '../api.ts'
import { runStatusLabels, runTriggerLabels } from '../run-labels.ts'
import { RunsTable } from './runs-table.tsx'
import type { Period, WorkflowsSearch } from '../workflows-search.ts'
import styles from '../../../ui/styles.module.css'

type HistorySearch = Pick<WorkflowsSearch, 'q' | 'workflow' | 'run' | 'trigger' | 'period'>

interface HistoryTabProps {
  search: HistorySearch
  change: (next: { [K in keyof HistorySearch]?: HistorySearch[K] | undefined }, replace?: boolean) => void
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
function filterOf({ q, workflow, run, trigger, period }: HistorySearch, workflowId: string | undefined, nowMs: number): RunFilter {
  const status = statusValues.find((each) => each === run)
  const knownTrigger = runTriggers.find((each) => each === trigger)
  const id = workflowId ?? workflow
  return {
    ...(q ? { q } : {}),
    ...(id ? { workflowId: id } : {}),
    ...(status ? { status } : {}),
    ...(knownTrigger ? { trigger: knownTrigger } : {}),
    ...(period ? { from: new Date(nowMs - periodHours[period] * 3_600_000).toISOString() } : {}),
  }
}

/** All runs, newest first, updated live. */
export function HistoryTab({ search, change, workflowId }: HistoryTabProps) {
  // Fixed while the tab is open: a filter that moves with the clock would create a new list with each request.
  const [nowMs] = useState(() => Date.now())
  const filter = filterOf(search, workflowId, nowMs)
  const list = useInfiniteQuery({ ...runsQuery(filter), placeholderData: keepPreviousData })
  const navigate = useNavigate()
  const orgSlug = useOrgSlug()
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  const isFiltered = Object.keys(filter).length > (workflowId ? 1 : 0)
  const open = ({ id }: WorkflowRun) => void navigate({ to: '/org/$orgSlug/workflows/runs/$runId', params: { orgSlug, runId: id } })
  const count = plural(rows.length, { one: '{count} run', other: '{count} runs' })
  return (
    <div className={styles.stack}>
      <FilterBar
        search={search.q ?? ''}
        onSearch={(q) => change({ q: q.trim() === '' ? undefined : q }, true)}
        searchLabel={t('Search runs')}
        filters={useFilters(search, change, workflowId === undefined)}
        count={list.isPending ? '' : list.hasNextPage ? t('{count} shown', { count }) : count}
      />
      {list.isError && rows.length === 0 && (
        <ErrorState error={list.error} title={t('Runs could not be loaded')} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && rows.length === 0 && (
        <NoRuns
          isFiltered={isFiltered}
          onClear={() => change({ q: undefined, workflow: undefined, run: undefined, trigger: undefined, period: undefined })}
        />
      )}
      {(list.isPending || rows.length > 0) && (
        <RunsTable
          rows={rows}
          withWorkflow={workflowId === undefined}
          loading={list.isPending}
          hasMore={list.hasNextPage && !list.isFetchNextPageError}
          loadingMore={list.isFetchingNextPage}
          onLoadMore={() => void list.fetchNextPage()}
          onOpen={open}
        />
      )}
      {list.isFetchNextPageError && (
        <Button variant="default" onClick={() => void list.fetchNextPage()}>
          {t('More runs could not be loaded. Try again')}
        </Button>
      )}
    </div>
  )
}

function useFilters(search: HistorySearch, change: HistoryTabProps['change'], withWorkflow: boolean): Filter[] {
  const names = useQuery({ ...workflowNamesQuery, enabled: withWorkflow })
  const workflow: Filter = {
    label: t('Workflow'),
    value: search.workflow ?? null,
    options: (names.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name })),
    onChange: (next) => change({ workflow: next ?? undefined }),
  }
  return [
    ...(withWorkflow ? [workflow] : []),
    { label: t('Status'), value: search.run ?? null, options: statusOptions, onChange: (next) => change({ run: next ?? undefined }) },
    {
      label: t('Triggered by'),
      value: search.trigger ?? null,
      options: triggerOptions,
      onChange: (next) => change({ trigger: next ?? undefined }),
    },
    {
      label: t('Period'),
      value: search.period ?? null,
      options: periodOptions,
      onChange: (next) => change({ period: periodOptions.find(({ value }) => value === next)?.value }),
    },
  ]
}

function NoRuns({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered)
    return (
      <EmptyState
        icon={IconFilterOff}
        title={t('No runs match')}
        text={t('Try adjusting your filters')}
        action={
          <Button variant="default" onClick={onClear}>
            {t('Clear filters')}
          </Button>
        }
      />
    )
  return <EmptyState icon={IconHistory} title={t('No runs yet')} text={t('Every run appears here with all its steps.')} />
}
