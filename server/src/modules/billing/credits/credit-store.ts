import { sql } from 'kysely'
import type { OrgTx, SystemTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'

/** Held until the transaction ends: credits of an organization are taken, added and expire one after another. */
export async function lockCredits(tx: OrgTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`credits:${tx.orgId}`}, 0))`.execute(tx)
}

export interface CreditLot {
  id: string
  orderId: string
  unspent: number
  currency: string
  expiresAt: Date
  /** Bought in the sandbox, without money: shown, and never spent on the operator's keys. */
  isSandbox: boolean
}

/** Lots with something left, those that expire first. */
export const listLots = (tx: OrgTx): Promise<CreditLot[]> =>
  tx
    .selectFrom('credit_lots')
    .select(['id', 'order_id as orderId', 'unspent', 'currency', 'expires_at as expiresAt', 'is_sandbox as isSandbox'])
    .where('unspent', '>', 0)
    .orderBy('expires_at')
    .orderBy('id')
    .execute()

export async function insertLot(tx: OrgTx, lot: Omit<CreditLot, 'id'>): Promise<void> {
  await tx
    .insertInto('credit_lots')
    .values({
      org_id: tx.orgId,
      id: newId(),
      order_id: lot.orderId,
      amount: lot.unspent,
      unspent: lot.unspent,
      currency: lot.currency,
      expires_at: lot.expiresAt,
      is_sandbox: lot.isSandbox,
    })
    .execute()
}

export async function takeFromLot(tx: OrgTx, id: string, amount: number): Promise<void> {
  await tx
    .updateTable('credit_lots')
    .set({ unspent: sql<number>`unspent - ${amount}` })
    .where('id', '=', id)
    .execute()
}

/** Valid lots that real money bought and something was spent of, those that expire last first. */
export const listRefillable = (tx: OrgTx): Promise<{ id: string; spent: number; currency: string }[]> =>
  tx
    .selectFrom('credit_lots')
    .select(['id', 'currency', sql<number>`amount - unspent`.as('spent')])
    .where('is_sandbox', '=', false)
    .where('expires_at', '>', sql<Date>`now()`)
    .where(sql<boolean>`unspent < amount`)
    .orderBy('expires_at', 'desc')
    .orderBy('id')
    .execute()

/** Whether there ever was a top-up. */
export const hasBought = async (tx: OrgTx): Promise<boolean> =>
  (await tx.selectFrom('credit_lots').select('id').limit(1).executeTakeFirst()) !== undefined

export interface Charge {
  costMicros: number
  amount: number
  /** What the credits did not suffice for. */
  unpaid: number
}

export async function findCharge(tx: OrgTx, month: string): Promise<Charge | undefined> {
  return tx
    .selectFrom('credit_charges')
    .select(['cost_micros as costMicros', 'amount', 'unpaid'])
    .where('month', '=', month)
    .executeTakeFirst()
}

export async function saveCharge(tx: OrgTx, month: string, { costMicros, amount, unpaid }: Charge): Promise<void> {
  await sql`
    insert into app.credit_charges (org_id, month, cost_micros, amount, unpaid) values (${tx.orgId}, ${month}::date, ${costMicros}, ${amount}, ${unpaid})
    on conflict (org_id, month) do update set cost_micros = excluded.cost_micros, amount = excluded.amount, unpaid = excluded.unpaid`.execute(
    tx,
  )
}

/** Months with something unpaid, the oldest first. */
export const listUnpaid = (tx: OrgTx): Promise<(Charge & { month: string })[]> =>
  tx
    .selectFrom('credit_charges')
    .select([sql<string>`month::text`.as('month'), 'cost_micros as costMicros', 'amount', 'unpaid'])
    .where('unpaid', '>', 0)
    .orderBy('credit_charges.month')
    .execute()

export interface CreditSettings {
  lowAt: number | null
  automatic: { amount: number; monthlyCap: number } | null
  toldAt: Date | null
  /** Why and when an automatic top-up did not happen. */
  failed: { at: Date; reason: TopUpFailure } | null
}

export type TopUpFailure = 'cap' | 'mandate' | 'refused'

export async function readSettings(tx: OrgTx): Promise<CreditSettings> {
  const row = await tx
    .selectFrom('credit_settings')
    .select(['low_at', 'auto_amount', 'auto_cap', 'told_at', 'failed_at', 'failure'])
    .executeTakeFirst()
  if (!row) return { lowAt: null, automatic: null, toldAt: null, failed: null }
  const { low_at: lowAt, auto_amount: amount, auto_cap: monthlyCap, told_at: toldAt, failed_at: at, failure } = row
  // The table's own check holds the reason to these words.
  const failed = at && failure ? { at, reason: failure as TopUpFailure } : null
  return { failed, lowAt, automatic: amount === null || monthlyCap === null ? null : { amount, monthlyCap }, toldAt }
}

export async function saveSettings(tx: OrgTx, { lowAt, automatic, toldAt, failed }: CreditSettings): Promise<void> {
  const values = {
    failed_at: failed?.at ?? null,
    failure: failed?.reason ?? null,
    low_at: lowAt,
    auto_amount: automatic?.amount ?? null,
    auto_cap: automatic?.monthlyCap ?? null,
    told_at: toldAt,
  }
  await tx
    .insertInto('credit_settings')
    .values({ org_id: tx.orgId, ...values })
    .onConflict((on) => on.column('org_id').doUpdateSet({ ...values, updated_at: sql<Date>`now()` }))
    .execute()
}

/** Organizations with credits, used up or not, or a wish to buy some, by id from `after` on. */
export async function organizationsWithCredits(tx: SystemTx, after: string | null, limit: number): Promise<string[]> {
  const { rows } = await sql<{ org_id: string }>`
    select org_id from (select org_id from app.credit_lots where unspent > 0 or expires_at > now() union select org_id from app.credit_settings where low_at is not null) o
    where ${after}::uuid is null or org_id > ${after} order by org_id limit ${limit}`.execute(tx)
  return rows.map(({ org_id }) => org_id)
}
