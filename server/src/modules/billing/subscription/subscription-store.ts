import { sql } from 'kysely'
import type { BillingCycle } from '@imperium/contract/billing/billing.ts'
import type { PlanType } from '@imperium/contract/plans.ts'
import type { OrgTx, SystemTx } from '../../../platform/db/database.ts'

/** The paid period of an organization; the organization's row has its current plan. */
export interface SubscriptionRow {
  /** Null: a trial. */
  orderId: string | null
  start: Date
  end: Date
  status: 'ACTIVE' | 'PAST_DUE' | 'PAUSED' | 'ENDED'
  /** Since when, and what goes on afterwards; null or left out: it is not paused. */
  paused?: { at: Date; planType: PlanType; version: number; billingCycle: BillingCycle } | null
  /** The price of the whole period. */
  value: number
  /** What add-ons bought within the period would cost for the whole of it; left out: nothing. */
  addOnValue?: number
  /** The next periods are paid with the way of payment that the provider keeps; left out: as before. */
  renewsItself?: boolean | undefined
  /** When the last pause ended; left out: as before. */
  resumedAt?: Date | null
  anchorDay: number
  /** The next plan or cycle, if it changes after the period; FREE: the subscription ends. */
  next: { planType: PlanType; billingCycle: BillingCycle; orderId: string | null } | null
  stage: number
  dueAt: Date | null
}

const columns = [
  'order_id as orderId',
  'period_start as start',
  'period_end as end',
  'status',
  'value',
  'add_on_value as addOnValue',
  'resumed_at as resumedAt',
  'renews_itself as renewsItself',
  'anchor_day as anchorDay',
  'next_plan_type as nextPlan',
  'next_billing_cycle as nextCycle',
  'next_order_id as nextOrder',
  'stage',
  'due_at as dueAt',
  'paused_at',
  'paused_plan_type',
  'paused_plan_version',
  'paused_billing_cycle',
] as const

export async function findSubscription(tx: OrgTx): Promise<SubscriptionRow | undefined> {
  const row = await tx.selectFrom('subscriptions').select(columns).executeTakeFirst()
  if (!row) return undefined
  const { nextPlan, nextCycle, nextOrder, status, paused_at: at, paused_plan_type: planType, ...others } = row
  const { paused_plan_version: version, paused_billing_cycle: billingCycle, ...rest } = others
  return {
    ...rest,
    // Check constraints of the table limit the texts to these values.
    status: status as SubscriptionRow['status'],
    paused: at && version !== null ? { at, planType: planType as PlanType, version, billingCycle: billingCycle as BillingCycle } : null,
    next: nextPlan === null ? null : { planType: nextPlan as PlanType, billingCycle: nextCycle as BillingCycle, orderId: nextOrder },
  }
}

export async function saveSubscription(tx: OrgTx, row: SubscriptionRow): Promise<void> {
  // A period that ends, or that is paid for anew, is paused no longer.
  const paused = row.status === 'PAUSED' ? row.paused : null
  // What ended is chosen anew, also after a trial in between.
  const renewsItself = row.status === 'ENDED' ? false : row.renewsItself
  const fields = {
    order_id: row.orderId,
    period_start: row.start,
    period_end: row.end,
    status: row.status,
    value: row.value,
    add_on_value: row.addOnValue ?? 0,
    ...(row.resumedAt === undefined ? {} : { resumed_at: row.resumedAt }),
    ...(renewsItself === undefined ? {} : { renews_itself: renewsItself }),
    anchor_day: row.anchorDay,
    next_plan_type: row.next?.planType ?? null,
    next_billing_cycle: row.next?.billingCycle ?? null,
    next_order_id: row.next?.orderId ?? null,
    stage: row.stage,
    due_at: row.dueAt,
    paused_at: paused?.at ?? null,
    paused_plan_type: paused?.planType ?? null,
    paused_plan_version: paused?.version ?? null,
    paused_billing_cycle: paused?.billingCycle ?? null,
  }
  await tx
    .insertInto('subscriptions')
    .values({ org_id: tx.orgId, ...fields })
    .onConflict((on) => on.column('org_id').doUpdateSet({ ...fields, updated_at: sql<Date>`now()` }))
    .execute()
}

/** Organizations whose next step is due, by id from `after` on. */
export async function dueSubscriptions(tx: SystemTx, now: Date, after: string | null, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('subscriptions')
    .select('org_id')
    .where('due_at', '<=', now)
    .$if(after !== null, (query) => query.where('org_id', '>', after ?? ''))
    .orderBy('org_id')
    .limit(limit)
    .execute()
  return rows.map(({ org_id }) => org_id)
}

/** Locks the row until the transaction ends: payments and transitions of the same organization wait. */
export async function lockSubscription(tx: OrgTx): Promise<void> {
  await tx.selectFrom('subscriptions').select('org_id').forUpdate().executeTakeFirst()
}
