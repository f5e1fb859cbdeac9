import type { Cursors } from '../../platform/cursor.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { listStream } from './store.ts'
import type { StreamFilter, StreamRow } from './store.ts'

/** One page of the stream. The cursor is bound to the list, the caller's filter and, if only own rows are shown, to the user. */
export async function listStreamPage(
  cursors: Cursors,
  tx: OrgTx,
  list: string,
  filter: StreamFilter,
  { limit, cursor, ...query }: { limit: number; cursor?: string | undefined; [name: string]: unknown },
): Promise<{ rows: StreamRow[]; nextCursor: string | null }> {
  const scope = { orgId: tx.orgId, list, filter: { ...query, own: filter.own ?? null } }
  const before = cursor === undefined ? null : Number(cursors.decode(scope, cursor)[0])
  const rows = await listStream(tx, filter, before, limit + 1)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { rows: shown, nextCursor: rows.length > limit && last ? cursors.encode(scope, [last.seq]) : null }
}
