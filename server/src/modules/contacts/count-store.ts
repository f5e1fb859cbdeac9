import { sql } from 'kysely'
import type { OrgTx, SystemTx } from '../../platform/db/database.ts'
import { isWithin, stretchOf } from '../../platform/local-days.ts'
import type { Cuts, StretchRow } from '../../platform/local-days.ts'
import type { CountedPart, CountedRow } from '../../platform/resources/counted-row.ts'

/** From the changes that were counted, without reading the contacts. */
export async function countContacts(tx: OrgTx): Promise<number> {
  const row = await tx
    .selectFrom('contact_counts')
    .select(sql<number>`coalesce(sum(contacts), 0)::bigint`.as('count'))
    .executeTakeFirst()
  return row?.count ?? 0
}

/** Contacts that were created in each stretch and are still there: an erased person is counted nowhere. */
export async function countNewContacts(tx: OrgTx, cuts: Cuts, split: 'source' | null = null): Promise<StretchRow[]> {
  const at = sql`created_at`
  const { rows } = await sql<{ stretch: number; key: string; created: number }>`
    select ${stretchOf(at, cuts)} as stretch, ${split === null ? sql`''` : sql`source`} as key, count(*) as created
    from app.contacts where ${isWithin(at, cuts)} group by 1, 2`.execute(tx)
  return rows.map(({ stretch, key, created }) => ({ stretch, key, values: { created } }))
}

export async function lockContactCount(tx: OrgTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`contacts:${tx.orgId}`}, 0))`.execute(tx)
}

/** Joins the changes of each organization in one row. */
export async function foldContactCounts(tx: SystemTx): Promise<void> {
  await sql`select app.fold_contact_counts()`.execute(tx)
}

/** Contacts that were created within the cuts, newest first. */
export async function listNewContacts(tx: OrgTx, cuts: Cuts, part: CountedPart<'source'> | null, limit: number): Promise<CountedRow[]> {
  const at = sql`created_at`
  const { rows } = await sql<Record<'id' | 'label' | 'detail', string> & { at: Date }>`
    select id, created_at as at, coalesce(nullif(trim(first_name || ' ' || last_name), ''), email, phone, '') as label, source as detail
    from app.contacts where ${isWithin(at, cuts)} and ${part === null ? sql`true` : sql`source = ${part.key}`}
    order by created_at desc, id desc limit ${limit}`.execute(tx)
  return rows.map((row) => ({ ...row, values: { created: 1 } }))
}
