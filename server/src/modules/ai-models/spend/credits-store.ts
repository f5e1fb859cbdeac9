import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'

/**
 * Prepaid credits that are left when all calls in flight cost the most that they may. What models cost is taken every minute, so the cost
 * since then is taken off here.
 */
export async function freeCredits(tx: OrgTx, perDollar: number): Promise<number> {
  const { rows } = await sql<{ free: number }>`select app.ai_credits_free(${perDollar}::bigint) as free`.execute(tx)
  return rows[0]?.free ?? 0
}

/** Prepaid credits that are left, with what calls in flight may still cost. */
export async function creditsLeft(tx: OrgTx, perDollar: number): Promise<number> {
  const { rows } = await sql<{ remaining: number }>`select app.ai_credits_left(${perDollar}::bigint) as remaining`.execute(tx)
  return rows[0]?.remaining ?? 0
}
