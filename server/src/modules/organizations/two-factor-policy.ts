import { sql } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'

/** True if the tenant admits only members with a second factor. */
export async function requiresTwoFactor(tx: OrgTx): Promise<boolean> {
  const row = await tx.selectFrom('auth.organizations').select('require_two_factor').where('id', '=', tx.orgId).executeTakeFirstOrThrow()
  return row.require_two_factor
}

/**
 * Sets it, and returns the earlier value. Send signal `access` for the members in the same transaction, so that it binds their next
 * request.
 */
export async function requireTwoFactor(tx: OrgTx, required: boolean): Promise<boolean> {
  const { rows } = await sql<{ before: boolean }>`
    with held as (select id, require_two_factor from auth.organizations where id = ${tx.orgId} for update)
    update auth.organizations o set require_two_factor = ${required}, updated_at = now() from held
    where o.id = held.id returning held.require_two_factor as before`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The tenant has no row of its own.')
  return row.before
}

/** The active members of the tenant. */
export async function listMemberIds(tx: OrgTx): Promise<string[]> {
  const rows = await tx.selectFrom('auth.memberships').select('user_id').where('status', '=', 'ACTIVE').execute()
  return rows.map((row) => row.user_id)
}
