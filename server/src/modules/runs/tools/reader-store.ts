import { sql } from 'kysely'
import type { Role } from '@imperium/contract/permissions.ts'
import { grantsOf } from '../../../platform/auth/grants.ts'
import type { Rights } from '../../../platform/auth/rights.ts'
import type { OrgTx } from '../../../platform/db/database.ts'

/** The rights of an active member with an enabled account, as of now; null for any other. */
export async function rightsOfMember(tx: OrgTx, userId: string): Promise<Rights | null> {
  const { rows } = await sql<Rights>`
    select p.role, ${grantsOf(sql`${tx.orgId}::uuid`, sql`p.user_id`)} as grants from auth.org_people() p join auth.org_access() a using (user_id)
    where p.user_id = ${userId}::uuid and a.is_member and a.is_enabled`.execute(tx)
  return rows[0] ?? null
}

export const roleOfMember = async (tx: OrgTx, userId: string): Promise<Role | null> => (await rightsOfMember(tx, userId))?.role ?? null
