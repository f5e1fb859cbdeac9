import { sql } from 'kysely'
import type { OrgTx, SystemTx } from '../../platform/db/database.ts'

/** From the changes that were counted, without reading the contacts. */
export async function countContacts(tx: OrgTx): Promise<number> {
  const row = await tx
    .selectFrom('contact_counts')
    .select(sql<number>`coalesce(sum(contacts), 0)::bigint`.as('count'))
    .executeTakeFirst()
  return row?.count ?? 0
}

export async function lockContactCount(tx: OrgTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`contacts:${tx.orgId}`}, 0))`.execute(tx)
}

/** Joins the changes of each organization in one row. */
export async function foldContactCounts(tx: SystemTx): Promise<void> {
  await sql`select app.fold_contact_counts()`.execute(tx)
}
