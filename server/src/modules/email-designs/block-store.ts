import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { SavedEmailBlock } from '@imperium/contract/email-designs/email-design-operations.ts'
import { Block } from '@imperium/contract/email-designs/email-design.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { likePattern } from '../../platform/db/like-pattern.ts'
import { listPage, newestFirst } from '../../platform/resources/read-page.ts'
import { replyOf } from '../../platform/resources/reply-of.ts'

const columns = ['id', 'name', 'block', 'created_at', 'updated_at'] as const

export const toSavedBlock = replyOf(SavedEmailBlock, ({ block }: { block: unknown }) => ({ block: Block.parse(block) }))

const selectBlocks = (tx: OrgTx) => tx.selectFrom('email_blocks').select(columns)

export const blockPage = listPage(newestFirst('id'), (tx, _all: object) => selectBlocks(tx))

export const lockBlock = (tx: OrgTx, id: string) => selectBlocks(tx).where('id', '=', id).forUpdate().executeTakeFirst()

export const insertBlock = (tx: OrgTx, id: string, { name, block }: { name: string; block: Block }) =>
  tx
    .insertInto('email_blocks')
    .values({ org_id: tx.orgId, id, name, block: JSON.stringify(block) })
    .returning(columns)
    .executeTakeFirstOrThrow()

export const setBlock = (tx: OrgTx, id: string, { name, block }: { name: string; block: Block }, now: Date) =>
  tx
    .updateTable('email_blocks')
    .set({ name, block: JSON.stringify(block), updated_at: now })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()

export const deleteBlock = (tx: OrgTx, id: string) =>
  tx.deleteFrom('email_blocks').where('id', '=', id).returning('name').executeTakeFirst()

export async function countBlocks(tx: OrgTx): Promise<number> {
  const { count } = await tx
    .selectFrom('email_blocks')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Whether another one has this name; upper and lower case are the same. */
export async function isNameTaken(tx: OrgTx, name: string, exceptId: string): Promise<boolean> {
  const same = sql<SqlBool>`lower(name) = lower(${name})`
  return (await tx.selectFrom('email_blocks').select('id').where(same).where('id', '<>', exceptId).executeTakeFirst()) !== undefined
}

/** Names of saved blocks that contain a text. */
export async function blocksNaming(tx: OrgTx, text: string): Promise<string[]> {
  const holds = sql<SqlBool>`block::text like ${likePattern(text)}`
  const rows = await tx.selectFrom('email_blocks').select('name').where(holds).orderBy('name').limit(20).execute()
  return rows.map(({ name }) => name)
}
