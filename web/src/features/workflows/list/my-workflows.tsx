import { Button } from '@mantine/core'
import { IconFilterOff, IconHierarchy2, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { workflowStatuses } from '@imperium/contract/workflows/workflow-definition.ts'
import { workflowSorts } from '@imperium/contract/workflows/workflows.ts'
import type { Workflow } from '@imperium/contract/workflows/workflows.ts'
import { formatDecimal, formatNumber } from '../../../lib/format.ts'
import type { ChangeSearch } from '../../../lib/search-params.ts'
import { plural, t } from '../../../lib/words.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { FilterBar } from '../../../ui/list/filter-bar.tsx'
import { ReturnFocus } from '../../../ui/dialog/return-focus.tsx'
import { StatStrip } from '../../../ui/list/stat-strip.tsx'
import { PublishTemplateDialog } from '../../templates/index.ts'
import { filterOf, workflowStatsQuery, workflowsQuery } from '../api.ts'
import { useWorkflowActions } from '../use-workflow-actions.ts'
import { CardSkeletons, WorkflowCard } from './workflow-card.tsx'
import { statusWords } from '../workflow-words.ts'
import type { WorkflowsSearch } from '../workflows-search.ts'
import classes from '../workflows.module.css'

const StartDialog = lazy(async () => ({ default: (await import('../start-dialog.tsx')).StartDialog }))
const statusOptions = workflowStatuses.map((status) => ({ value: status, label: statusWords[status] }))
const sortWords: Record<(typeof workflowSorts)[number], string> = {
  createdAt: t('Newest first'),
  updatedAt: t('Recently changed'),
  name: t('Name'),
  executions: t('Most executions'),
  lastRun: t('Last run'),
}
const sortOptions = workflowSorts.map((sort) => ({ value: sort, label: sortWords[sort] }))

interface MyWorkflowsProps {
  search: WorkflowsSearch
  change: ChangeSearch<WorkflowsSearch>
  /** Why none may be created. */
  refusal: string | undefined
}

/** The workflows of the organization with their figures. */
export function MyWorkflows({ search, change, refusal }: MyWorkflowsProps) {
  const list = useInfiniteQuery({ ...workflowsQuery(search), placeholderData: keepPreviousData })
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  const actions = useWorkflowActions()
  const [dialog, setDialog] = useState<{ kind: 'start' | 'template'; workflow: Workflow } | null>(null)
  const isFiltered = Object.keys(filterOf(search)).length > 0
  const close = () => setDialog(null)
  return (
    <div className={classes.part}>
      <Summary />
      <Filters search={search} change={change} shown={rows.length} hasMore={list.hasNextPage} loading={list.isPending} />
      {list.isError && rows.length === 0 && (
        <ErrorState error={list.error} title={t('Failed to load workflows')} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && rows.length === 0 && <NoWorkflows isFiltered={isFiltered} change={change} refusal={refusal} />}
      {list.isPending && <CardSkeletons />}
      {rows.length > 0 && (
        <ul className={classes.cards} aria-label={t('Workflows')}>
          {rows.map((workflow) => (
            <li key={workflow.id}>
              <WorkflowCard workflow={workflow} actions={actions} onDialog={(kind) => setDialog({ kind, workflow })} />
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button variant="default" className={classes.more} loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('Load more')}
        </Button>
      )}
      {dialog && <ReturnFocus />}
      <Suspense fallback={null}>
        {dialog?.kind === 'start' && <StartDialog workflow={dialog.workflow} onClose={close} />}
        {dialog?.kind === 'template' && <PublishTemplateDialog category="workflow" source={dialog.workflow} onClose={close} />}
      </Suspense>
    </div>
  )
}

/** Counted on the server over the whole organization. */
function Summary() {
  const { data, isError } = useQuery(workflowStatsQuery)
  const figure = (value: number | undefined) => (value === undefined && isError ? '–' : formatNumber(value ?? 0))
  return (
    <StatStrip
      label={t('Workflows in figures')}
      loading={!data && !isError}
      stats={[
        { label: t('Total Workflows'), value: figure(data?.total) },
        { label: t('Active'), value: figure(data?.active), hint: data && t('Published and not paused') },
        { label: t('Executions'), value: figure(data?.executions), hint: data && t('Runs of all workflows') },
        {
          label: t('Success Rate'),
          ...(typeof data?.successRate === 'number' ? { value: formatDecimal(data.successRate, 1), unit: '%' } : { value: '–' }),
          hint: data && (data.successRate === null ? t('No runs yet') : t('Average of the workflows that ran')),
        },
      ]}
    />
  )
}

interface FiltersProps {
  search: WorkflowsSearch
  change: ChangeSearch<WorkflowsSearch>
  shown: number
  hasMore: boolean
  loading: boolean
}

function Filters({ search, change, shown, hasMore, loading }: FiltersProps) {
  const count = plural(shown, { one: '{count} workflow', other: '{count} workflows' })
  return (
    <FilterBar
      search={search.q ?? ''}
      onSearch={(q) => change({ q: q.trim() === '' ? undefined : q }, true)}
      searchLabel={t('Search workflows')}
      filters={[
        {
          label: t('Status'),
          value: search.status ?? null,
          options: statusOptions,
          onChange: (next) => change({ status: workflowStatuses.find((each) => each === next) }),
        },
        {
          label: t('Sort by'),
          value: search.sort ?? 'createdAt',
          options: sortOptions,
          required: true,
          onChange: (next) => change({ sort: next === 'createdAt' ? undefined : workflowSorts.find((each) => each === next) }),
        },
      ]}
      count={loading ? '' : hasMore ? t('{count} shown', { count }) : count}
    />
  )
}

interface NoWorkflowsProps {
  isFiltered: boolean
  change: ChangeSearch<WorkflowsSearch>
  refusal: string | undefined
}

function NoWorkflows({ isFiltered, change, refusal }: NoWorkflowsProps) {
  if (isFiltered)
    return (
      <EmptyState
        icon={IconFilterOff}
        title={t('No workflows match')}
        text={t('Try adjusting your filters')}
        action={
          <Button variant="default" onClick={() => change({ q: undefined, status: undefined })}>
            {t('Clear filters')}
          </Button>
        }
      />
    )
  return (
    <EmptyState
      icon={IconHierarchy2}
      title={t('No workflows yet')}
      text={refusal ?? t('Start with an empty canvas, or with a ready-to-use template.')}
      action={
        !refusal && (
          <div className={classes.row}>
            <Button
              variant="default"
              leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
              onClick={() => change({ create: true })}
            >
              {t('Create your first workflow')}
            </Button>
            <Button variant="default" onClick={() => change({ tab: 'templates' })}>
              {t('Browse Templates')}
            </Button>
          </div>
        )
      }
    />
  )
}
