import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { campaignReports } from '@imperium/contract/campaigns/campaign-report-operations.ts'
import type { ListedSend } from '@imperium/contract/campaigns/campaign-reports.ts'
import { pages } from '../../lib/api.ts'

export interface Sends {
  /** Newest first. */
  sends: readonly ListedSend[]
  hasMore: boolean
  loadingMore: boolean
  loadMore: () => void
}

interface Wanted {
  /** The selected occurrence: loads older pages until it is found. */
  sendId?: string | undefined
  refetchMs?: number | false
}

/** Occurrences of a campaign, page by page. */
export function useSends(id: string, { sendId, refetchMs = false }: Wanted = {}): Sends {
  const list = useInfiniteQuery({
    ...pages(campaignReports.sends, { params: { id }, query: {} }),
    staleTime: 0,
    refetchInterval: refetchMs,
    meta: { silent: true },
  })
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list
  const sends = list.data?.pages.flatMap((page) => page.rows) ?? []
  const isMissing = sendId !== undefined && sends.every((send) => send.id !== sendId)
  const readsOn = isMissing && hasNextPage && !isFetching && !isFetchNextPageError
  useEffect(() => {
    if (readsOn) void fetchNextPage()
  }, [readsOn, fetchNextPage])
  return { sends, hasMore: hasNextPage, loadingMore: list.isFetchingNextPage, loadMore: () => void fetchNextPage() }
}
