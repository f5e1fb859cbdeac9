import { sql } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'

/** Whether the tenant is suspended: then it can only be read, and nothing of it begins by itself. */
export async function isSuspended(tx: OrgTx): Promise<boolean> {
  const { rows } = await sql<{ status: string }>`select status from auth.organizations where id = ${tx.orgId}`.execute(tx)
  return rows[0]?.status === 'SUSPENDED'
}
