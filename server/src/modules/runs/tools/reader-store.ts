import { sql } from 'kysely'
import type { Role } from '@imperium/contract/permissions.ts'
import type { OrgTx } from '../../../platform/db/database.ts'

/** The role of an active member with an enabled account, as of now; null for any other. */
export async function roleOfMember(tx: OrgTx, userId: string): Promise<Role | null> {
  const { rows } = await sql<{ role: Role }>`
    select p.role from auth.org_people() p join auth.org_access() a using (user_id)
    where p.user_id = ${userId}::uuid and a.is_member and a.is_enabled`.execute(tx)
  return rows[0]?.role ?? null
}
