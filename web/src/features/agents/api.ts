import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { AgentStatus, agentLimits, agentSorts, agents } from '@imperium/contract/agents.ts'
import type { Agent } from '@imperium/contract/agents.ts'
import { aiModels } from '@imperium/contract/ai-models.ts'
import type { Data, Page } from '@imperium/contract/kit/endpoint.ts'
import { isFinished, runs } from '@imperium/contract/runs.ts'
import type { Period, Run, RunFilterStatus, RunStatus } from '@imperium/contract/runs.ts'
import { templates } from '@imperium/contract/templates.ts'
import { call, keyOf, pages, query } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { t } from '../../lib/words.ts'
import type { AgentsSearch } from './agents-search.ts'

export type AgentCounts = Data<typeof agents.stats>
export type AgentVersionRow = Data<typeof agents.versions>[number]
export type AgentMetricsData = Data<typeof runs.metrics>
export type AgentSort = (typeof agentSorts)[number]
export interface AgentOrder {
  sort: AgentSort
  direction: 'asc' | 'desc'
}

const pageRows = 100

/** The sort order in the URL; newest first when it is missing or unknown. */
export function orderOf({ sort = '' }: AgentsSearch): AgentOrder {
  const found = agentSorts.find((each) => each === sort.replace(/^-/, ''))
  if (!found) return { sort: 'createdAt', direction: 'desc' }
  return { sort: found, direction: sort.startsWith('-') ? 'desc' : 'asc' }
}

/** The filter in the URL, without unknown statuses. */
export function filterOf({ q, status, model }: AgentsSearch) {
  const known = AgentStatus.safeParse(status)
  return { ...(q ? { q } : {}), ...(known.success ? { status: known.data } : {}), ...(model ? { model } : {}) }
}

const loadFailed = { failure: t('Failed to load agents') } as const

export const agentsQuery = (search: AgentsSearch) => ({
  ...pages(agents.list, { query: { ...filterOf(search), ...orderOf(search), limit: pageRows } }),
  meta: loadFailed,
})
export const agentStatsQuery = (search: AgentsSearch) => ({ ...query(agents.stats, { query: filterOf(search) }), meta: loadFailed })
/** Shown in place, so without a toast. */
const inPlace = { silent: true } as const
export const agentQuery = (id: string) => ({ ...query(agents.read, { params: { id } }), meta: inPlace })
export const versionsQuery = (id: string) => ({ ...query(agents.versions, { params: { id } }), meta: inPlace })
/** What serves the capabilities that need a service. */
export const capabilitiesQuery = { ...query(agents.capabilities), staleTime: 10_000, meta: inPlace }
export const catalogueQuery = { ...query(aiModels.catalogue), meta: inPlace }
/** Agent templates, the most used first. */
export const agentTemplatesQuery = {
  ...query(templates.list, { query: { category: 'agent', limit: 100 } }),
  meta: inPlace,
}
export const metricsQuery = (id: string, period: Period) => ({
  ...query(runs.metrics, { params: { id }, query: { period } }),
  staleTime: 30_000,
  meta: inPlace,
})
export const runQuery = (id: string) => ({ ...query(runs.read, { params: { id } }), staleTime: 0, meta: inPlace })
export const runsQuery = (id: string, status: RunStatus | undefined) => ({
  ...pages(runs.listForAgent, { params: { id }, query: { limit: 50, ...(status ? { status } : {}) } }),
  staleTime: 0,
  meta: inPlace,
})

export interface RunsFilter {
  agentId?: string
  status?: RunFilterStatus
  q?: string
  from?: string
}
const openRunsMs = 3_000
const newRunsMs = 10_000
/** Runs of all agents, read again now and then while few pages are loaded. */
export const allRunsQuery = (filter: RunsFilter) => ({
  ...pages(runs.list, { query: { ...filter, limit: 50 } }),
  staleTime: 0,
  meta: inPlace,
  refetchInterval: ({ state: { data } }: { state: { data: InfiniteData<Page<Run[]>> | undefined } }) => {
    if (!data || data.pages.length > 2) return false
    return data.pages.some(({ rows }) => rows.some((run) => !isFinished(run.status))) ? openRunsMs : newRunsMs
  },
})

/** Reads ahead for the page, without waiting. */
export function prefetchAgentsPage(search: AgentsSearch): void {
  void queryClient.prefetchInfiniteQuery(agentsQuery(search))
  void queryClient.prefetchQuery(agentStatsQuery(search))
}

/** The ids of all agents that a filter matches, as many as one bulk operation takes. */
export async function collectIds(search: AgentsSearch): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const limit = Math.min(200, agentLimits.bulkIds - ids.length)
    const page: Page<Agent[]> = await call(agents.list, {
      query: { ...filterOf(search), ...orderOf(search), limit, ...(cursor === null ? {} : { cursor }) },
    })
    ids.push(...page.rows.map((agent) => agent.id))
    cursor = page.nextCursor
  } while (cursor !== null && ids.length < agentLimits.bulkIds)
  return ids
}

type AgentPages = InfiniteData<Page<Agent[]>, string | null>
const listKey = [...keyOf(agents.list), 'pages']

function changePages(client: QueryClient, change: (rows: Agent[]) => Agent[]): void {
  client.setQueriesData<AgentPages>({ queryKey: listKey }, (data) =>
    data ? { ...data, pages: data.pages.map((page) => ({ ...page, rows: change(page.rows) })) } : data,
  )
}

/** Puts changed fields of one agent into every list and detail in memory. */
export function patchAgent(client: QueryClient, id: string, patch: Partial<Agent>): void {
  changePages(client, (rows) =>
    rows.some((row) => row.id === id) ? rows.map((row) => (row.id === id ? { ...row, ...patch } : row)) : rows,
  )
  client.setQueryData(agentQuery(id).queryKey, (agent) => (agent ? { ...agent, ...patch } : agent))
}

/** Takes deleted agents out of every list and reads the counts again. */
export function dropAgents(client: QueryClient, ids: readonly string[]): void {
  const gone = new Set(ids)
  changePages(client, (rows) => rows.filter((row) => !gone.has(row.id)))
  for (const id of ids) client.removeQueries({ queryKey: agentQuery(id).queryKey })
  refreshCounts(client)
}

/** Refetches the counts. Drops cached lists of other filters that are not on screen, since the agent may match them now. */
export function refreshCounts(client: QueryClient): void {
  client.removeQueries({ queryKey: listKey, type: 'inactive' })
  void client.invalidateQueries({ queryKey: keyOf(agents.stats) })
  void client.invalidateQueries({ queryKey: ['dashboard'] })
}

/** Refetches the list after an addition. Keeps only the first page, since a refetch would load all pages one after the other. */
export function refreshLists(client: QueryClient): void {
  client.setQueriesData<AgentPages>({ queryKey: listKey }, (data) =>
    data ? { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) } : data,
  )
  void client.invalidateQueries({ queryKey: listKey })
  refreshCounts(client)
}

/** The server writes usage in batches, so the counts of a finished run arrive a moment later. */
const countsFollowMs = 2_500

/** A run ended: its history and the agent's own figures changed now, the sums over all agents once the meter has them. */
export function refreshAfterRun(client: QueryClient, agentId: string): void {
  void client.invalidateQueries({ queryKey: keyOf(runs.read) })
  void client.invalidateQueries({ queryKey: keyOf(runs.listForAgent) })
  void client.invalidateQueries({ queryKey: keyOf(runs.list) })
  void client.invalidateQueries({ queryKey: keyOf(runs.metrics) })
  client.fetchQuery({ ...agentQuery(agentId), staleTime: 0 }).then(
    (agent) => patchAgent(client, agentId, agent),
    (error: unknown) => console.warn('The agent could not be read after its run.', error),
  )
  setTimeout(() => refreshCounts(client), countsFollowMs)
}

/** An image for a message that is being written. */
export const uploadImage = (agentId: string, file: File): Promise<{ id: string }> =>
  call(runs.uploadImage, { params: { id: agentId }, body: file }, { timeoutMs: 120_000 })

/** The chat up to a run, oldest turn first. */
export const conversationQuery = (runId: string) => ({
  ...query(runs.conversation, { params: { id: runId } }),
  staleTime: 0,
  meta: inPlace,
})
