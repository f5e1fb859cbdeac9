import { sql } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'

/** Whether prepaid credits are left: what models cost is taken from them every minute, so the cost since then is taken off here. */
export async function hasCredits(tx: OrgTx, perDollar: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select app.ai_credits_left(${perDollar}::bigint) > 0 as has`.execute(tx)
  return rows[0]?.has ?? false
}
