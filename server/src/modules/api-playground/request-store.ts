import { sql } from 'kysely'
import { SavedRequest, playgroundLimits } from '@imperium/contract/api-playground.ts'
import type { PlaygroundMethod, PlaygroundRow, SaveRequestBody } from '@imperium/contract/api-playground.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { replyOf } from '../../platform/resources/reply-of.ts'

const columns = ['id', 'collection_id', 'name', 'method', 'path', 'path_values', 'query', 'headers', 'body'] as const
const stamps = ['created_by_name', 'created_at', 'updated_at'] as const
interface RequestRow {
  created_by_name: string
  path_values: unknown
  query: unknown
  headers: unknown
}

export const toSavedRequest = replyOf(SavedRequest, (row: RequestRow) => ({
  createdBy: row.created_by_name,
  pathValues: row.path_values as Record<string, string>,
  query: row.query as PlaygroundRow[],
  headers: row.headers as PlaygroundRow[],
}))

const selectRequests = (tx: OrgTx) => tx.selectFrom('playground_requests').select([...columns, ...stamps])

export const findRequest = (tx: OrgTx, id: string) => selectRequests(tx).where('id', '=', id).executeTakeFirst()

export const lockRequest = (tx: OrgTx, id: string) => selectRequests(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/** Of all collections, without rows and bodies. */
export async function findSummaries(tx: OrgTx) {
  const most = playgroundLimits.collections * playgroundLimits.requestsPerCollection
  const rows = await tx
    .selectFrom('playground_requests')
    .select(['id', 'collection_id', 'name', 'method', 'path'])
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(({ collection_id: collectionId, method, ...row }) => ({ ...row, collectionId, method: method as PlaygroundMethod }))
}

export async function countRequests(tx: OrgTx, collectionId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('playground_requests')
    .select(sql<number>`count(*)`.as('count'))
    .where('collection_id', '=', collectionId)
    .executeTakeFirstOrThrow()
  return count
}

const valuesOf = ({ collectionId, name, method, path, pathValues, query, headers, body }: SaveRequestBody) => ({
  collection_id: collectionId,
  name,
  method,
  path,
  path_values: JSON.stringify(pathValues),
  query: JSON.stringify(query),
  headers: JSON.stringify(headers),
  body,
})

export const insertRequest = (tx: OrgTx, id: string, request: SaveRequestBody, createdByName: string) =>
  tx
    .insertInto('playground_requests')
    .values({ org_id: tx.orgId, id, ...valuesOf(request), created_by_name: createdByName })
    .returning([...columns, ...stamps])
    .executeTakeFirstOrThrow()

export const setRequest = (tx: OrgTx, id: string, request: SaveRequestBody, now: Date) =>
  tx
    .updateTable('playground_requests')
    .set({ ...valuesOf(request), updated_at: now })
    .where('id', '=', id)
    .returning([...columns, ...stamps])
    .executeTakeFirstOrThrow()

export const deleteRequest = (tx: OrgTx, id: string) =>
  tx.deleteFrom('playground_requests').where('id', '=', id).returning('name').executeTakeFirst()
