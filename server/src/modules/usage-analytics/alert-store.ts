import { sql } from 'kysely'
import type { OrgTx, SystemTx } from '../../platform/db/database.ts'

export interface UsageAlert {
  amountMicros: number
  /** The first day of the last month in which the owners were told. */
  toldMonth: string | null
}

export async function findAlert(tx: OrgTx): Promise<UsageAlert | undefined> {
  return tx
    .selectFrom('usage_alerts')
    .select(['amount_micros as amountMicros', sql<string | null>`to_char(told_month, 'YYYY-MM-DD')`.as('toldMonth')])
    .executeTakeFirst()
}

/** A new amount is told of again. */
export async function saveAlert(tx: OrgTx, amountMicros: number | null): Promise<void> {
  if (amountMicros === null) {
    await tx.deleteFrom('usage_alerts').where('org_id', '=', tx.orgId).execute()
    return
  }
  const values = { amount_micros: amountMicros, told_month: null }
  await tx
    .insertInto('usage_alerts')
    .values({ org_id: tx.orgId, ...values })
    .onConflict((on) => on.column('org_id').doUpdateSet({ ...values, updated_at: sql<Date>`now()` }))
    .execute()
}

/** False where another process has told of this month. */
export async function markNotified(tx: OrgTx, month: string): Promise<boolean> {
  const result = await tx
    .updateTable('usage_alerts')
    .set({ told_month: month })
    .where((eb) => eb.or([eb('told_month', 'is', null), eb('told_month', '<', month)]))
    .executeTakeFirst()
  return Boolean(result.numUpdatedRows)
}

/** Organizations that were not told this month, by id from `after` on. */
export async function organizationsWithAlerts(tx: SystemTx, month: string, after: string | null, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('usage_alerts')
    .select('org_id')
    .where((eb) => eb.or([eb('told_month', 'is', null), eb('told_month', '<', month)]))
    .$if(after !== null, (query) => query.where('org_id', '>', after ?? ''))
    .orderBy('org_id')
    .limit(limit)
    .execute()
  return rows.map(({ org_id }) => org_id)
}

/** Removes quarter hours beyond the retention of each plan. @returns how many. */
export async function pruneSlots(tx: SystemTx, batch: number, now: Date): Promise<number> {
  const { rows } = await sql<{ pruned: number }>`select app.prune_usage_slots(${batch}, ${now}) as pruned`.execute(tx)
  return rows[0]?.pruned ?? 0
}
