import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { campaigns } from '@imperium/contract/campaigns/campaign-operations.ts'
import type { Campaign, ListedCampaign } from '@imperium/contract/campaigns/campaigns.ts'
import type { Page } from '@imperium/contract/kit/endpoint.ts'
import { keyOf, pages, query } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { t } from '../../lib/words.ts'
import type { CampaignsSearch } from './campaigns-search.ts'

const pageRows = 24
/** Polling interval for numbers that grow. */
export const liveMs = 2_000
const loadFailed = { failure: t('Failed to load campaigns') } as const
const inPlace = { silent: true } as const

const quietMs = 15_000

/** True while its numbers change continuously. */
export const isLive = ({ status }: Pick<Campaign, 'status'>): boolean => status === 'running'

/**
 * Polling interval in milliseconds. Opens and replies arrive after the last message, schedules start on their own and other members act;
 * only a draft changes through its author alone.
 */
export function refetchMs({ status, nextAt }: Pick<Campaign, 'status' | 'nextAt'>): number | false {
  if (status === 'draft') return false
  if (status === 'running') return liveMs
  const untilNext = nextAt === null ? quietMs : Date.parse(nextAt) - Date.now() + 500
  return Math.min(quietMs, Math.max(liveMs, untilNext))
}

/** The same for several: as soon as one of them wants it. */
export function refetchMsOfAny(rows: readonly Pick<Campaign, 'status' | 'nextAt'>[]): number | false {
  const waits = rows.map(refetchMs).filter((each) => each !== false)
  return waits.length > 0 && Math.min(...waits)
}

export const filterOf = ({ q, status, channel, sentSince }: CampaignsSearch) => ({
  ...(q ? { q } : {}),
  ...(status ? { status } : {}),
  ...(channel ? { channel } : {}),
  ...(sentSince ? { sentSince } : {}),
})

export const campaignsQuery = (search: CampaignsSearch) => ({
  ...pages(campaigns.list, { query: { ...filterOf(search), limit: pageRows } }),
  staleTime: 0,
  meta: loadFailed,
})
export const campaignStatsQuery = { ...query(campaigns.stats), staleTime: 0, meta: loadFailed }
export const campaignQuery = (id: string) => ({ ...query(campaigns.read, { params: { id } }), staleTime: 0, meta: inPlace })

/** Reads ahead for the page, without waiting. */
export function prefetchCampaignsPage(search: CampaignsSearch): void {
  void queryClient.prefetchInfiniteQuery(campaignsQuery(search))
  void queryClient.prefetchQuery(campaignStatsQuery)
}

type CampaignPages = InfiniteData<Page<ListedCampaign[]>, string | null>
const listKey = [...keyOf(campaigns.list), 'pages']

function changePages(client: QueryClient, change: (rows: ListedCampaign[]) => ListedCampaign[]): void {
  client.setQueriesData<CampaignPages>({ queryKey: listKey }, (data) =>
    data ? { ...data, pages: data.pages.map((page) => ({ ...page, rows: change(page.rows) })) } : data,
  )
}

/** Writes the campaign from a response into every cached view. */
export function keepCampaign(client: QueryClient, saved: Campaign): void {
  client.setQueryData(campaignQuery(saved.id).queryKey, saved)
  changePages(client, (rows) => rows.map((row) => (row.id === saved.id ? saved : row)))
  refreshCampaigns(client)
}

/** Reads the lists and the counts again. */
export function refreshCampaigns(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keyOf(campaigns.list) })
  void client.invalidateQueries({ queryKey: keyOf(campaigns.stats) })
}

export function dropCampaign(client: QueryClient, id: string): void {
  changePages(client, (rows) => rows.filter((row) => row.id !== id))
  client.removeQueries({ queryKey: campaignQuery(id).queryKey })
  refreshCampaigns(client)
}
