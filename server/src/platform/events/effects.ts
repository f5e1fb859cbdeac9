import { sql } from 'kysely'
import type { OrgTx, SystemTx } from '../db/database.ts'

export type EffectPolicy = 'repeat' | 'reconcile' | 'hold'

export interface EffectPlan {
  /** What caused it, for example `run:<id>`; with `step` unique in the organization. */
  source: string
  step: string
  kind: string
  /** Under which the outside recognises a repeat, for example a Message-ID. */
  identity: string
  policy: EffectPolicy
  request: unknown
}

/** The next action: `go` (first attempt, or a retry with the same identity), `done` with the earlier result, or `held` for a decision. */
export type EffectDecision =
  | { act: 'go'; attempt: number }
  | { act: 'done'; result: unknown }
  | { act: 'failed'; result: unknown }
  | { act: 'held' }

/**
 * Writes the intention before the effect, in its own committed transaction, or finds the outcome of an earlier attempt. A row that is
 * still `started` has an unknown outcome: its policy decides whether it is retried under the same identity or held.
 */
export async function beginEffect(tx: OrgTx, plan: EffectPlan): Promise<EffectDecision> {
  const { source, step, kind, identity, policy } = plan
  const fresh = await tx
    .insertInto('effects')
    .values({ org_id: tx.orgId, source, step, kind, identity, policy, status: 'started', request: JSON.stringify(plan.request) })
    .onConflict((conflict) => conflict.columns(['org_id', 'source', 'step']).doNothing())
    .executeTakeFirst()
  if (fresh.numInsertedOrUpdatedRows) return { act: 'go', attempt: 1 }
  const row = await tx
    .selectFrom('effects')
    .selectAll()
    .where('source', '=', source)
    .where('step', '=', step)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (row.status === 'done') return { act: 'done', result: row.result }
  if (row.status === 'failed') return { act: 'failed', result: row.result }
  if (row.status === 'held') return { act: 'held' }
  const held = row.policy === 'hold'
  const next = held ? { status: 'held' } : { status: 'started', attempts: row.attempts + 1 }
  await tx.updateTable('effects').set(next).where('source', '=', source).where('step', '=', step).execute()
  return held ? { act: 'held' } : { act: 'go', attempt: row.attempts + 1 }
}

/** For a source that ends with effects in flight: their outcome stays unknown, because no later attempt checks it. */
export async function markEffectsUnknown(tx: OrgTx, source: string): Promise<void> {
  await tx
    .updateTable('effects')
    .set({ status: 'unknown', settled_at: new Date() })
    .where('source', '=', source)
    .where('status', '=', 'started')
    .execute()
}

/** Records the outcome of the effect. `unknown`: the receiver may or may not have acted. */
export async function settleEffect(
  tx: OrgTx,
  source: string,
  step: string,
  status: 'done' | 'failed' | 'unknown',
  result: unknown,
): Promise<void> {
  await tx
    .updateTable('effects')
    .set({ status, result: JSON.stringify(result), settled_at: new Date() })
    .where('source', '=', source)
    .where('step', '=', step)
    .execute()
}

/**
 * For a source with steps that are attempts of one effect: a report confirms an effect with an unknown outcome.
 * @returns whether an outcome was unknown; false when an attempt is known to have succeeded.
 */
export async function settleHidden(tx: OrgTx, source: string, result: unknown): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('effects as e')
    .set({ status: 'done', result: JSON.stringify(result), settled_at: new Date() })
    .where('e.source', '=', source)
    .where('e.status', 'in', ['started', 'unknown', 'held'])
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('effects as d').select('d.step').where('d.source', '=', source).where('d.status', '=', 'done'))),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** How many steps of a source there were. */
export async function countEffects(tx: OrgTx, source: string): Promise<number> {
  const { count } = await tx
    .selectFrom('effects')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('source', '=', source)
    .executeTakeFirstOrThrow()
  return count
}

/** Erases the subject and the result of effects; that they happened, and under which identity, stays. */
export async function eraseEffectsOf(tx: OrgTx, sources: readonly string[]): Promise<void> {
  if (sources.length === 0) return
  await tx
    .updateTable('effects')
    .set({ request: '{}', result: null })
    .where((eb) => eb('source', '=', eb.fn.any(eb.val([...sources]))))
    .execute()
}

/** The same for effects that name one of these addresses (in lower case), whatever caused them: an agent's email, a member's message. */
export async function eraseEffectsNaming(tx: OrgTx, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return
  await sql`
    update app.effects set request = '{}', result = null
    where app.is_named(lower(concat_ws(' ', request::text, result::text)), ${[...addresses]}::text[])`.execute(tx)
}

/** Deletes the ledger of sources that are erased: nothing remains that could repeat their effects. */
export async function eraseEffects(tx: SystemTx, orgId: string, sources: readonly string[]): Promise<void> {
  if (sources.length === 0) return
  await sql`delete from app.effects where org_id = ${orgId} and source = any(${[...sources]}::text[])`.execute(tx)
}
