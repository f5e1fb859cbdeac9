import { sql } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'

/**
 * Prepaid credits that are left when all calls in flight, besides one step's own, cost the most that they may. What models cost is taken
 * every minute, so the cost since then is taken off here.
 */
export async function freeCredits(tx: OrgTx, perDollar: number, step: { runId: string; seq: number } | null): Promise<number> {
  const { rows } = await sql<{ free: number }>`
    select app.ai_credits_free(${perDollar}::bigint, ${step?.runId ?? null}::uuid, ${step?.seq ?? null}::int) as free`.execute(tx)
  return rows[0]?.free ?? 0
}

/** Prepaid credits that are left, with what calls in flight may still cost. */
export async function creditsLeft(tx: OrgTx, perDollar: number): Promise<number> {
  const { rows } = await sql<{ remaining: number }>`select app.ai_credits_left(${perDollar}::bigint) as remaining`.execute(tx)
  return rows[0]?.remaining ?? 0
}

/** Counts a call in flight until it is released, or its process must have died. */
export async function holdCredits(tx: OrgTx, micros: number, { now, until }: { now: Date; until: Date }): Promise<string> {
  await tx.deleteFrom('model_call_holds').where('expires_at', '<=', now).execute()
  const id = newId()
  await tx.insertInto('model_call_holds').values({ org_id: tx.orgId, id, operator_micros: micros, expires_at: until }).execute()
  return id
}

export async function releaseCredits(tx: OrgTx, id: string): Promise<void> {
  await tx.deleteFrom('model_call_holds').where('id', '=', id).execute()
}
