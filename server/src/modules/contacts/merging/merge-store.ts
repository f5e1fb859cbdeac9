import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'

/** The merged contact's id leads to the one that stays, and so do all ids that led to it. */
export async function recordMerge(tx: OrgTx, from: string, into: string): Promise<void> {
  await tx.updateTable('contact_merges').set({ contact_id: into }).where('contact_id', '=', from).execute()
  await tx.insertInto('contact_merges').values({ org_id: tx.orgId, merged_id: from, contact_id: into }).execute()
}

/** Who a contact of an old link or message is now: itself, unless it was merged into another one. It may have been erased since. */
export async function followMerge(tx: OrgTx, contactId: string): Promise<string> {
  const row = await tx.selectFrom('contact_merges').select('contact_id').where('merged_id', '=', contactId).executeTakeFirst()
  return row?.contact_id ?? contactId
}

/** Whether a contact still exists, itself or as the contact it was merged into; false if erased. */
export async function isStillThere(tx: OrgTx, contactId: string): Promise<boolean> {
  // A merge goes with the contact that it leads to.
  const { rows } = await sql<{ there: boolean }>`
    select exists (select from contacts where id = ${contactId})
      or exists (select from contact_merges where merged_id = ${contactId}) as there`.execute(tx)
  return rows[0]?.there ?? false
}

/** Merges by the merged contact (`merged_id`) or by the one that stays (`contact_id`). */
async function mergesBy(tx: OrgTx, column: 'merged_id' | 'contact_id', ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('contact_merges')
    .select(['merged_id', 'contact_id'])
    .where((eb) => eb(column, '=', eb.fn.any(eb.val([...ids]))))
    .execute()
  return new Map(rows.map((row) => [row.merged_id, row.contact_id]))
}

/** The contacts that became part of these, by their names of then, and who they are now. */
export const mergedInto = (tx: OrgTx, contactIds: readonly string[]) => mergesBy(tx, 'contact_id', contactIds)

/** The contacts among these that were merged, with the one that stays. */
export const survivorsOf = (tx: OrgTx, contactIds: readonly string[]) => mergesBy(tx, 'merged_id', contactIds)

/** The ids of contacts that became part of these: rows that were kept under their names are these people's. */
export const formerIds = async (tx: OrgTx, contactIds: readonly string[]): Promise<string[]> => [
  ...(await mergedInto(tx, contactIds)).keys(),
]

/** Whether anybody was ever merged. */
export async function anyMerged(tx: OrgTx): Promise<boolean> {
  return (await tx.selectFrom('contact_merges').select('merged_id').limit(1).executeTakeFirst()) !== undefined
}

/** A contact's own id, and those of the contacts that became part of it. */
export const idsOfContact = async (tx: OrgTx, contactId: string): Promise<string[]> => [contactId, ...(await formerIds(tx, [contactId]))]
