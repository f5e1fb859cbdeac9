import { Button, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery, keepPreviousData } from '@tanstack/react-query'
import { Suspense, lazy } from 'react'
import { useCan } from '../../../lib/use-session.ts'
import { t } from '../../../lib/words.ts'
import { ErrorBoundary } from '../../../ui/feedback/error-boundary.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { ReturnFocus } from '../../../ui/dialog/return-focus.tsx'
import { AgentsEmpty } from './agents-empty.tsx'
import { AgentsFilter } from './agents-filter.tsx'
import { AgentsStats } from './agents-stats.tsx'
import { agentStatsQuery, agentsQuery, filterOf } from '../api.ts'
import { BulkAgents } from './bulk-agents.tsx'
import { useAgentActions } from '../use-agent-actions.ts'
import { useAgentsView } from '../use-agents-view.ts'
import { useGate } from '../use-gate.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'

// One of the two views is on screen; the other is not loaded.
const AgentsTable = lazy(async () => ({ default: (await import('./agents-table.tsx')).AgentsTable }))
const AgentsGrid = lazy(async () => ({ default: (await import('./agents-grid.tsx')).AgentsGrid }))
/** Head and eight rows, the least that a list in loading shows. */
const skeletonHeight = 37 + 8 * 57

const CreateAgentDialog = lazy(async () => ({ default: (await import('../editor/create-agent-dialog.tsx')).CreateAgentDialog }))
const AgentPanel = lazy(async () => ({ default: (await import('../detail/agent-panel.tsx')).AgentPanel }))

/** /org/{slug}/agents: all agents of the organization; what it shows stands in the address. */
export function AgentsPage() {
  const view = useAgentsView()
  const { search, change } = view
  const filter = filterOf(search)
  const list = useInfiniteQuery({ ...agentsQuery(search), placeholderData: keepPreviousData })
  const stats = useQuery({ ...agentStatsQuery(search), placeholderData: keepPreviousData })
  const selection = useSelection(JSON.stringify(filter))
  const actions = useAgentActions({
    onDeleted: (id) => {
      selection.drop(id)
      if (search.agent === id) view.closeAgent()
    },
  })
  const refusal = useGate('agents:write')
  // An address opens nothing that a role may not save; who may, and whose organization is suspended meanwhile, keeps what they typed.
  const isCreating = useCan('agents:write') && search.create
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  const filtered = Object.keys(filter).length > 0
  const shared = {
    rows,
    loading: list.isPending,
    hasMore: list.hasNextPage && !list.isFetchNextPageError,
    loadingMore: list.isFetchingNextPage,
    onLoadMore: () => void list.fetchNextPage(),
    selected: selection.ids,
    onSelect: selection.set,
    actions,
    view,
  }
  const createButton = (
    <Button
      leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
      onClick={() => change({ create: true })}
      disabled={refusal !== undefined}
      title={refusal}
    >
      {t('Create agent')}
    </Button>
  )

  return (
    <Page title={t('AI Agents')} subtitle={t('Build, tune and run the agents of your workspace.')} actions={createButton}>
      <AgentsStats stats={stats.data} failed={stats.isError} />
      <AgentsFilter view={view} stats={stats.data} />
      {list.isError && rows.length === 0 && (
        <ErrorState error={list.error} title={t('Failed to load agents')} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && rows.length === 0 && <AgentsEmpty filtered={filtered} view={view} refusal={refusal} />}
      {(list.isPending || rows.length > 0) && (
        <Suspense fallback={<Skeleton height={skeletonHeight} radius="lg" />}>
          {search.view === 'grid' ? <AgentsGrid {...shared} /> : <AgentsTable {...shared} totalCount={stats.data?.matching} />}
        </Suspense>
      )}
      {list.isFetchNextPageError && (
        <Button variant="default" onClick={() => void list.fetchNextPage()}>
          {t('Failed to load agents. Try again')}
        </Button>
      )}
      <BulkAgents search={search} selection={selection} loadedCount={rows.length} matching={stats.data?.matching ?? 0} refusal={refusal} />
      {(isCreating || search.agent) && <ReturnFocus />}
      <ErrorBoundary resetKey={`${search.agent ?? ''}${search.create ?? ''}`}>
        <Suspense fallback={null}>
          {isCreating && <CreateAgentDialog view={view} stats={stats.data} refusal={refusal} />}
          {search.agent && <AgentPanel key={search.agent} id={search.agent} view={view} actions={actions} />}
        </Suspense>
      </ErrorBoundary>
    </Page>
  )
}
