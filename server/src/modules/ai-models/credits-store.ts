import { sql } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'

/** Whether prepaid credits are left; what models cost is taken from them every minute. */
export async function hasCredits(tx: OrgTx): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from app.credit_lots where unspent > 0 and expires_at > now()) as has`.execute(tx)
  return rows[0]?.has ?? false
}
