import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'

export interface DuplicateGroup {
  reason: 'phone' | 'name'
  value: string
  ids: string[]
}

const mostPerGroup = 10

/** Contacts with the same number, and those with the same name and addresses at the same domain; the largest groups first. */
export async function findDuplicates(tx: OrgTx, limit: number): Promise<DuplicateGroup[]> {
  const phones = await sql<{ value: string; ids: string[] }>`
    select phone as value, (array_agg(id order by created_at, id))[1:${sql.lit(mostPerGroup)}] as ids
    from app.contacts where phone is not null group by phone having count(*) > 1 order by count(*) desc, phone limit ${limit}`.execute(tx)
  const names = await sql<{ value: string; ids: string[] }>`
    select name_key || ', ' || email_domain as value, (array_agg(id order by created_at, id))[1:${sql.lit(mostPerGroup)}] as ids
    from app.contacts where email_domain is not null and name_key <> email
    group by name_key, email_domain having count(*) > 1 order by count(*) desc, name_key limit ${limit}`.execute(tx)
  return [
    ...phones.rows.map((row) => ({ reason: 'phone' as const, ...row })),
    ...names.rows.map((row) => ({ reason: 'name' as const, ...row })),
  ]
}
