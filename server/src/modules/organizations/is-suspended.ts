import { sql } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'

/** True if the tenant is suspended: then it is read-only, and none of its work starts automatically. */
export async function isSuspended(tx: OrgTx): Promise<boolean> {
  const { rows } = await sql<{ status: string }>`select status from auth.organizations where id = ${tx.orgId}`.execute(tx)
  return rows[0]?.status === 'SUSPENDED'
}
