import type { Page } from '@imperium/contract/kit/endpoint.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'

type Place = readonly string[]
type Paged<Filter> = Filter & { limit: number; cursor?: string | undefined }

interface PageOf<Filter, Row, At extends Place, Reply> {
  read: (tx: OrgTx, input: Omit<Filter, 'limit' | 'cursor'> & { limit: number; after: At | null }) => Promise<Row[]>
  /** Where a row stands in the order of the list. */
  placeOf: (row: Row) => At
  toReply: (row: Row) => Reply
}

/** One page of a list; the statement is the transaction's last. */
export async function readPage<Filter extends object, Row, At extends Place, Reply>(
  { cursors }: Pick<Platform, 'cursors'>,
  tx: OrgTx,
  list: string,
  { limit, cursor, ...filter }: Paged<Filter>,
  { read, placeOf, toReply }: PageOf<Filter, Row, At, Reply>,
): Promise<Page<Reply[]>> {
  const scope = { orgId: tx.orgId, list, filter }
  const after = cursor === undefined ? null : (cursors.decode(scope, cursor) as readonly unknown[] as At)
  const rows = await read(tx, { ...filter, limit: limit + 1, after })
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { rows: shown.map(toReply), nextCursor: last ? cursors.encode(scope, [...placeOf(last)]) : null }
}

/** In the order of the ids, newest first. */
export const readById = <Filter extends object, Row extends { id: string }, Reply>(
  platform: Pick<Platform, 'cursors'>,
  tx: OrgTx,
  list: string,
  query: Paged<Filter>,
  read: (tx: OrgTx, input: Omit<Filter, 'limit' | 'cursor'> & { limit: number; after: string | null }) => Promise<Row[]>,
  toReply: (row: Row) => Reply,
): Promise<Page<Reply[]>> =>
  readPage(platform, tx, list, query, {
    read: (inTx, { after, ...input }) => read(inTx, { ...input, after: after?.[0] ?? null } as never),
    placeOf: ({ id }) => [id],
    toReply,
  })
