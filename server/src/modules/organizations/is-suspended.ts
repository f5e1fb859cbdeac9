import { sql } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'
import { isInUse } from '../../platform/rest/at-rest.ts'

/** True if the tenant is suspended or waits for its deletion: then it is read-only, and none of its work starts automatically. */
export async function isSuspended(tx: OrgTx): Promise<boolean> {
  const { rows } = await sql<{ is_in_use: boolean }>`select ${isInUse(sql`${tx.orgId}::uuid`)} as is_in_use`.execute(tx)
  return rows[0]?.is_in_use !== true
}
