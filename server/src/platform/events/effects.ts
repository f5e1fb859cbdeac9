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

/** What to do now: `go` (first time, or a repeat that keeps the identity), `done` with the earlier result, or `held` for a person. */
export type EffectDecision =
  | { act: 'go'; attempt: number }
  | { act: 'done'; result: unknown }
  | { act: 'failed'; result: unknown }
  | { act: 'held' }

/**
 * Writes the intention before the effect, in its own committed transaction, or finds what became of an earlier try. A row that is
 * still `started` is one whose outcome a crash hid: its policy decides whether it is repeated under the same identity or held.
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

/** For a source that ends with effects in hand: they may or may not have happened, and nobody will look again. */
export async function leaveEffectsUnknown(tx: OrgTx, source: string): Promise<void> {
  await tx
    .updateTable('effects')
    .set({ status: 'unknown', settled_at: new Date() })
    .where('source', '=', source)
    .where('status', '=', 'started')
    .execute()
}

/** Records what became of the effect. `unknown`: the outside may or may not have acted. */
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
 * For a source whose steps are tries of one effect: the outside tells that it happened, which a crash or a silent provider had hidden.
 * @returns whether anything was hidden; false where a try is known to have done it.
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

/** What effects were about and what the outside said is forgotten; that they happened, and under which identity, stays. */
export async function forgetEffects(tx: OrgTx, sources: readonly string[]): Promise<void> {
  if (sources.length === 0) return
  await tx
    .updateTable('effects')
    .set({ request: '{}', result: null })
    .where((eb) => eb('source', '=', eb.fn.any(eb.val([...sources]))))
    .execute()
}

/** The same for effects that name one of these addresses (in lower case), whatever caused them: a mail that an agent sent, a message of a member. */
export async function forgetEffectsNaming(tx: OrgTx, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return
  await sql`
    update app.effects set request = '{}', result = null
    where app.is_named(lower(concat_ws(' ', request::text, result::text)), ${[...addresses]}::text[])`.execute(tx)
}

/** Ends the ledger of sources that are erased for good: nothing is left that could repeat their effects. */
export async function eraseEffects(tx: SystemTx, orgId: string, sources: readonly string[]): Promise<void> {
  if (sources.length === 0) return
  await sql`delete from app.effects where org_id = ${orgId} and source = any(${[...sources]}::text[])`.execute(tx)
}
