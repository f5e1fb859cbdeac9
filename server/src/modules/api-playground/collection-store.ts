import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { PlaygroundCollection } from '@imperium/contract/api-playground.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { replyOf } from '../../platform/resources/reply-of.ts'

const columns = ['id', 'name', 'created_by_name', 'created_at', 'updated_at'] as const
interface CollectionRow {
  created_by_name: string
}

export const toCollection = replyOf(PlaygroundCollection, (row: CollectionRow, requests: PlaygroundCollection['requests']) => ({
  createdBy: row.created_by_name,
  requests,
}))

export const findCollections = (tx: OrgTx) =>
  tx.selectFrom('playground_collections').select(columns).orderBy('name').orderBy('id').execute()

export const lockCollection = (tx: OrgTx, id: string) =>
  tx.selectFrom('playground_collections').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

export async function countCollections(tx: OrgTx): Promise<number> {
  const { count } = await tx
    .selectFrom('playground_collections')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function isCollectionNameTaken(tx: OrgTx, name: string, exceptId: string): Promise<boolean> {
  const same = sql<SqlBool>`lower(name) = lower(${name})`
  const row = await tx.selectFrom('playground_collections').select('id').where(same).where('id', '<>', exceptId).executeTakeFirst()
  return row !== undefined
}

export const insertCollection = (tx: OrgTx, id: string, name: string, createdByName: string) =>
  tx
    .insertInto('playground_collections')
    .values({ org_id: tx.orgId, id, name, created_by_name: createdByName })
    .returning(columns)
    .executeTakeFirstOrThrow()

export const setCollectionName = (tx: OrgTx, id: string, name: string, now: Date) =>
  tx.updateTable('playground_collections').set({ name, updated_at: now }).where('id', '=', id).returning(columns).executeTakeFirstOrThrow()

export const deleteCollection = (tx: OrgTx, id: string) =>
  tx.deleteFrom('playground_collections').where('id', '=', id).returning('name').executeTakeFirst()
