import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Page } from '@imperium/contract/kit/endpoint.ts'
import { workflowApprovals } from '@imperium/contract/workflows/workflow-approvals.ts'
import type { Approval } from '@imperium/contract/workflows/workflow-approvals.ts'
import { workflowCredentials } from '@imperium/contract/workflows/workflow-credentials.ts'
import { workflowRuns } from '@imperium/contract/workflows/workflow-runs.ts'
import type { WorkflowRun } from '@imperium/contract/workflows/workflow-runs.ts'
import { workflows } from '@imperium/contract/workflows/workflows.ts'
import type { Workflow, WorkflowDetail } from '@imperium/contract/workflows/workflows.ts'
import { keyOf, pages, query } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { t } from '../../lib/words.ts'
import { isOpen } from './run-labels.ts'
import type { WorkflowsSearch } from './workflows-search.ts'

const pageRows = 24
const runRows = 50
/** Polling interval of running items. */
export const liveMs = 2_000
const loadFailed = { failure: t('Failed to load workflows') } as const
const inPlace = { silent: true } as const

export const filterOf = ({ q, status }: WorkflowsSearch) => ({ ...(q ? { q } : {}), ...(status ? { status } : {}) })

/** Names ascending, every other sort descending. */
const sortOf = ({ sort = 'createdAt' }: WorkflowsSearch) => ({ sort, order: sort === 'name' ? ('asc' as const) : ('desc' as const) })

export const workflowsQuery = (search: WorkflowsSearch) => ({
  ...pages(workflows.list, { query: { ...filterOf(search), ...sortOf(search), limit: pageRows } }),
  staleTime: 0,
  meta: loadFailed,
})
export const workflowStatsQuery = { ...query(workflows.stats), staleTime: 0, meta: loadFailed }
export const workflowQuery = (id: string) => ({ ...query(workflows.read, { params: { id } }), staleTime: 0, meta: inPlace })
export const versionsQuery = (id: string) => ({
  ...pages(workflows.versions, { params: { id }, query: { limit: runRows } }),
  staleTime: 0,
  meta: inPlace,
})
/** Names for the filter of the history. */
export const workflowNamesQuery = {
  ...query(workflows.list, { query: { sort: 'name', order: 'asc', limit: 200 } }),
  staleTime: 30_000,
  meta: inPlace,
}

export interface RunFilter {
  workflowId?: string
  status?: WorkflowRun['status'] | 'open' | 'ended'
  trigger?: WorkflowRun['trigger']
  q?: string
  from?: string
}

export const runsQuery = (filter: RunFilter) => ({
  ...pages(workflowRuns.list, { query: { ...filter, limit: runRows } }),
  staleTime: 0,
  meta: inPlace,
  refetchInterval: ({ state }: { state: { data: InfiniteData<Page<WorkflowRun[]>> | undefined } }) => {
    const loaded = state.data?.pages ?? []
    // New runs appear on the first page; a refetch requests every loaded page.
    return loaded.length > 0 && loaded.length <= 2 ? (loaded.some(({ rows }) => rows.some(isOpen)) ? liveMs : slowMs) : false
  },
})
const slowMs = 10_000
export const runQuery = (id: string) => ({ ...query(workflowRuns.read, { params: { id } }), staleTime: 0, meta: inPlace })

interface ApprovalFilter {
  status?: Approval['status']
  runId?: string
  workflowId?: string
  mine?: 'true'
}

export const approvalsQuery = (filter: ApprovalFilter) => ({
  ...pages(workflowApprovals.list, { query: { ...filter, limit: runRows } }),
  staleTime: 0,
  meta: inPlace,
  refetchInterval: slowMs,
})
export const approvalQuery = (id: string) => ({ ...query(workflowApprovals.read, { params: { id } }), staleTime: 0, meta: inPlace })
export const linkedApprovalQuery = (token: string) => ({
  ...query(workflowApprovals.readByLink, { params: { token } }),
  staleTime: 0,
  retry: false,
  meta: inPlace,
})
export const credentialsQuery = { ...pages(workflowCredentials.list, { query: { limit: 100 } }), staleTime: 0, meta: inPlace }

/** Reads ahead for the page, without waiting. */
export function prefetchWorkflowsPage(search: WorkflowsSearch): void {
  void queryClient.prefetchQuery(workflowStatsQuery)
  if (!search.tab) void queryClient.prefetchInfiniteQuery(workflowsQuery(search))
}

type WorkflowPages = InfiniteData<Page<Workflow[]>, string | null>
const listKey = [...keyOf(workflows.list), 'pages']

function changePages(client: QueryClient, change: (rows: Workflow[]) => Workflow[]): void {
  client.setQueriesData<WorkflowPages>({ queryKey: listKey }, (data) =>
    data ? { ...data, pages: data.pages.map((page) => ({ ...page, rows: change(page.rows) })) } : data,
  )
}

/** Writes the workflow from a response into every cached view. */
export function keepWorkflow(client: QueryClient, saved: Workflow): void {
  client.setQueryData<WorkflowDetail>(workflowQuery(saved.id).queryKey, (known) => (known ? { ...known, ...saved } : known))
  changePages(client, (rows) => rows.map((row) => (row.id === saved.id ? { ...row, ...saved } : row)))
  refreshWorkflows(client)
}

/** Reads the lists and the counts again. */
export function refreshWorkflows(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keyOf(workflows.list) })
  void client.invalidateQueries({ queryKey: keyOf(workflows.stats) })
}

export function dropWorkflow(client: QueryClient, id: string): void {
  changePages(client, (rows) => rows.filter((row) => row.id !== id))
  client.removeQueries({ queryKey: workflowQuery(id).queryKey })
  refreshWorkflows(client)
}

/** Refetches the run, the history and open approvals: after any action on a run. */
export function refreshRuns(client: QueryClient): void {
  for (const each of [workflowRuns.read, workflowRuns.list, workflowApprovals.list, workflowApprovals.read])
    void client.invalidateQueries({ queryKey: keyOf(each) })
}
