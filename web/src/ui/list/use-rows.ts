import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { InfiniteData, QueryKey, UseInfiniteQueryOptions } from '@tanstack/react-query'
import type { Page } from '@imperium/contract/kit/endpoint.ts'

type PagedQuery<Row, Key extends QueryKey> = UseInfiniteQueryOptions<Page<Row[]>, Error, InfiniteData<Page<Row[]>>, Key, string | null>

/** A paged list as a screen shows it. */
export interface Rows<Row> {
  rows: readonly Row[]
  /** The props of a DataTable or a grid to show the rows and load more. */
  table: { rows: readonly Row[]; loading: boolean; hasMore: boolean; loadingMore: boolean; onLoadMore: () => void }
  /** How many there are; null while not all are loaded. */
  total: number | null
  isEmpty: boolean
  /** Set if no page could be loaded. */
  error: Error | null
  /** Some rows are there, the next could not be loaded. */
  hasMoreFailed: boolean
  retry: () => void
}

/** Reads a list page by page: `useRows(keysQuery(search))`. Rows stay in sight while another filter loads. */
export function useRows<Row, Key extends QueryKey>(query: PagedQuery<Row, Key>): Rows<Row> {
  const list = useInfiniteQuery({ ...query, placeholderData: keepPreviousData })
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  const loadMore = () => void list.fetchNextPage()
  return {
    rows,
    table: {
      rows,
      loading: list.isPending,
      hasMore: list.hasNextPage && !list.isFetchNextPageError,
      loadingMore: list.isFetchingNextPage,
      onLoadMore: loadMore,
    },
    total: list.isSuccess && !list.hasNextPage ? rows.length : null,
    isEmpty: list.isSuccess && rows.length === 0,
    error: list.isError && rows.length === 0 ? list.error : null,
    hasMoreFailed: list.isFetchNextPageError,
    retry: rows.length > 0 ? loadMore : () => void list.refetch(),
  }
}
