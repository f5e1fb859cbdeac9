import type { Page } from '@imperium/contract/kit/endpoint.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'

interface PageInput {
  limit: number
  after: string | null
}

/** One page of a list in the order of its ids, newest first; the statement is the transaction's last. */
export async function readById<Filter extends object, Row extends { id: string }, Reply>(
  { cursors }: Pick<Platform, 'cursors'>,
  tx: OrgTx,
  list: string,
  { limit, cursor, ...filter }: Filter & { limit: number; cursor?: string | undefined },
  read: (tx: OrgTx, input: Omit<Filter, 'limit' | 'cursor'> & PageInput) => Promise<Row[]>,
  toReply: (row: Row) => Reply,
): Promise<Page<Reply[]>> {
  const scope = { orgId: tx.orgId, list, filter }
  const [after = null] = cursor === undefined ? [] : (cursors.decode(scope, cursor) as [string])
  const rows = await read(tx, { ...filter, limit: limit + 1, after })
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { rows: shown.map(toReply), nextCursor: last ? cursors.encode(scope, [last.id]) : null }
}
