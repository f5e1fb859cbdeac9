import { sql } from 'kysely'
import type { AddOnName } from '@imperium/contract/billing/add-ons.ts'
import type { BillingCycle } from '@imperium/contract/billing/billing.ts'
import type { PlanType } from '@imperium/contract/plans.ts'
import type { PaymentProviderName } from '../../platform/config/payment-provider.ts'
import type { OrgTx, SystemTx } from '../../platform/db/database.ts'

export type OrderStatus = 'created' | 'attempted' | 'paid' | 'activated' | 'failed'

export interface Order {
  id: string
  purpose: 'SUBSCRIPTION' | 'CONTRIBUTION' | 'CREDITS' | 'ADD_ON'
  /** What an order of add-ons buys. */
  addOn: AddOnName | null
  addOnQuantity: number | null
  /** With which add-ons a period is bought. */
  addOns: Partial<Record<AddOnName, number>>
  planType: PlanType | null
  planVersion: number | null
  billingCycle: BillingCycle | 'ONETIME'
  amount: number
  currency: string
  receipt: string
  provider: PaymentProviderName
  providerOrderId: string | null
  paymentId: string | null
  status: OrderStatus
  createdAt: Date
  activatedAt: Date | null
  /** Of the price, paid by credit for unused time. */
  credit: number
  basedOn: string | null
  /** Of the price, taken off by the coupon. */
  discount: number
  couponCode: string | null
  refunded: number
  /** Of add-ons: what they added to the worth of their whole period. */
  periodValue: number
  /** No person ordered it. */
  isAutomatic: boolean
  /** Its payer let the provider keep the way of payment. */
  keepsMandate: boolean
  /** A bank transfer that the operator saw. */
  receivedAt: Date | null
}

const columns = [
  'id',
  'purpose',
  'plan_type as planType',
  'plan_version as planVersion',
  'billing_cycle as billingCycle',
  'amount',
  'currency',
  'receipt',
  'provider',
  'provider_order_id as providerOrderId',
  'payment_id as paymentId',
  'status',
  'created_at as createdAt',
  'activated_at as activatedAt',
  'credit',
  'based_on as basedOn',
  'discount',
  'coupon_code as couponCode',
  'refunded',
  'period_value as periodValue',
  'received_at as receivedAt',
  'is_automatic as isAutomatic',
  'keeps_mandate as keepsMandate',
  'add_on as addOn',
  'add_on_quantity as addOnQuantity',
  'add_ons as addOns',
] as const

// The table's own checks hold the texts to these words.
const toOrder = (row: unknown): Order => row as Order

export type NewOrder = Pick<
  Order,
  | 'id'
  | 'purpose'
  | 'planType'
  | 'planVersion'
  | 'billingCycle'
  | 'amount'
  | 'currency'
  | 'receipt'
  | 'provider'
  | 'credit'
  | 'basedOn'
  | 'createdAt'
> & {
  isAutomatic?: boolean
  keepsMandate?: boolean
  addOn?: AddOnName
  addOnQuantity?: number
  addOns?: Order['addOns']
  discount?: number
  couponCode?: string | null
}

/** The number of an order in the billing history. */
export const receiptOf = (id: string): string => `IMP-${id.replaceAll('-', '').slice(-20).toUpperCase()}`

export async function insertOrder(tx: OrgTx, order: NewOrder, userId: string | null): Promise<void> {
  await tx
    .insertInto('payment_orders')
    .values({
      org_id: tx.orgId,
      id: order.id,
      purpose: order.purpose,
      plan_type: order.planType,
      plan_version: order.planVersion,
      billing_cycle: order.billingCycle,
      amount: order.amount,
      currency: order.currency,
      receipt: order.receipt,
      provider: order.provider,
      credit: order.credit,
      based_on: order.basedOn,
      created_at: order.createdAt,
      created_by: userId,
      discount: order.discount ?? 0,
      coupon_code: order.couponCode ?? null,
      is_automatic: order.isAutomatic ?? false,
      keeps_mandate: order.keepsMandate ?? false,
      add_on: order.addOn ?? null,
      add_on_quantity: order.addOnQuantity ?? null,
      add_ons: JSON.stringify(order.addOns ?? {}),
    })
    .execute()
}

/** `keepsNoMandate`: the provider could not keep the way of payment, so nothing may rely on it. */
export async function nameProviderOrder(
  tx: OrgTx,
  id: string,
  providerOrderId: string,
  { keepsNoMandate = false }: { keepsNoMandate?: boolean } = {},
): Promise<void> {
  await tx
    .updateTable('payment_orders')
    .set({ provider_order_id: providerOrderId, updated_at: sql<Date>`now()`, ...(keepsNoMandate ? { keeps_mandate: false } : {}) })
    .where('id', '=', id)
    .execute()
}

export interface OrderChange {
  status: OrderStatus
  failure?: string | null
  paymentId?: string
  paidAt?: Date
  activatedAt?: Date
  periodValue?: number
}

export async function changeOrder(tx: OrgTx, id: string, change: OrderChange): Promise<void> {
  await tx
    .updateTable('payment_orders')
    .set({
      status: change.status,
      ...(change.failure === undefined ? {} : { failure: change.failure }),
      ...(change.paymentId === undefined ? {} : { payment_id: change.paymentId }),
      ...(change.paidAt ? { paid_at: change.paidAt } : {}),
      ...(change.activatedAt ? { activated_at: change.activatedAt } : {}),
      ...(change.periodValue === undefined ? {} : { period_value: change.periodValue }),
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute()
}

const ofProvider = (tx: OrgTx, provider: string, providerOrderId: string) =>
  tx.selectFrom('payment_orders').select(columns).where('provider', '=', provider).where('provider_order_id', '=', providerOrderId)

/** Locked: another payment of the same order waits. */
export async function lockOrder(tx: OrgTx, provider: string, providerOrderId: string): Promise<Order | undefined> {
  const row = await ofProvider(tx, provider, providerOrderId).forUpdate().executeTakeFirst()
  return row && toOrder(row)
}

export async function lockOrderOfPayment(tx: OrgTx, provider: string, paymentId: string): Promise<Order | undefined> {
  const row = await tx
    .selectFrom('payment_orders')
    .select(columns)
    .where('provider', '=', provider)
    .where('payment_id', '=', paymentId)
    .forUpdate()
    .executeTakeFirst()
  return row && toOrder(row)
}

export async function lockOrderById(tx: OrgTx, id: string): Promise<Order | undefined> {
  const row = await tx.selectFrom('payment_orders').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && toOrder(row)
}

/** An order is looked up soon, then ever more rarely, for a week; a transfer is looked up once the operator saw it. */
export async function openOrders(
  tx: SystemTx,
  { now, young, limit }: { now: Date; young: Date; limit: number },
): Promise<{ orgId: string; id: string }[]> {
  return tx
    .selectFrom('payment_orders')
    .select(['org_id as orgId', 'id'])
    .where('status', 'in', ['created', 'attempted'])
    .where('provider_order_id', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('received_at', 'is not', null),
        eb.and([
          eb('provider', 'in', ['razorpay', 'stripe']),
          eb('created_at', '<', young),
          sql<boolean>`created_at > ${now}::timestamptz - interval '7 days'`,
          sql<boolean>`coalesce(checked_at, created_at) < ${now}::timestamptz - (${now}::timestamptz - created_at) / 4`,
        ]),
      ]),
    )
    .orderBy('created_at')
    .limit(limit)
    .execute()
}

export async function markChecked(tx: OrgTx, id: string, at: Date): Promise<void> {
  await tx.updateTable('payment_orders').set({ checked_at: at }).where('id', '=', id).execute()
}

/** The operator saw the transfer of an order. */
export async function markReceived(tx: OrgTx, id: string, { at, by }: { at: Date; by: string }): Promise<void> {
  await tx.updateTable('payment_orders').set({ received_at: at, received_by: by }).where('id', '=', id).execute()
}

/** The organization of a payment that a provider reports. */
export async function organizationOfPayment(tx: SystemTx, provider: string, paymentId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('payment_orders')
    .select('org_id')
    .where('provider', '=', provider)
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()
  return row?.org_id
}

export async function findProviderOrder(tx: OrgTx, provider: string, providerOrderId: string): Promise<Order | undefined> {
  const row = await ofProvider(tx, provider, providerOrderId).executeTakeFirst()
  return row && toOrder(row)
}

/** The order that any provider calls so. */
export async function findOrderNamed(tx: OrgTx, providerOrderId: string): Promise<Order | undefined> {
  const row = await tx
    .selectFrom('payment_orders')
    .select(columns)
    .where('provider_order_id', '=', providerOrderId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toOrder(row)
}

/** Whether another order of this organization was paid by the payment. */
export const isPaymentOfAnother = async (tx: OrgTx, order: Order, paymentId: string): Promise<boolean> =>
  (await tx
    .selectFrom('payment_orders')
    .select('id')
    .where('provider', '=', order.provider)
    .where('payment_id', '=', paymentId)
    .where('id', '<>', order.id)
    .executeTakeFirst()) !== undefined

/** What the period of an order is worth: its price, less what was given back. */
export const valueOf = ({ amount, credit, refunded }: Order): number => amount + credit - refunded

export async function findOrder(tx: OrgTx, id: string): Promise<Order | undefined> {
  const row = await tx.selectFrom('payment_orders').select(columns).where('id', '=', id).executeTakeFirst()
  return row && toOrder(row)
}

/** The newest orders; of the unpaid ones only a few, so that abandoned checkouts hide no payment. */
export async function listOrders(tx: OrgTx, limit: { paid: number; unpaid: number }): Promise<Order[]> {
  const newest = (isPaid: boolean, most: number) =>
    tx
      .selectFrom('payment_orders')
      .select(columns)
      .where('paid_at', isPaid ? 'is not' : 'is', null)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(most)
      .execute()
  const orders = [...(await newest(true, limit.paid)), ...(await newest(false, limit.unpaid))].map(toOrder)
  return orders.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
}

/** The paid orders of the plan of one of them, the last one first. */
export async function ordersOfSamePlan(tx: OrgTx, orderId: string): Promise<Order[]> {
  const rows = await tx
    .selectFrom('payment_orders')
    .select(columns)
    .where('status', '=', 'activated')
    .where('plan_type', '=', (eb) => eb.selectFrom('payment_orders as last').select('last.plan_type').where('last.id', '=', orderId))
    .orderBy('activated_at', 'desc')
    .limit(100)
    .execute()
  return rows.map(toOrder)
}

/** The paid orders of add-ons since then, the last one first. */
export async function addOnOrdersSince(tx: OrgTx, since: Date): Promise<Order[]> {
  const rows = await tx
    .selectFrom('payment_orders')
    .select(columns)
    .where('status', '=', 'activated')
    .where('purpose', '=', 'ADD_ON')
    .where('activated_at', '>=', since)
    .orderBy('activated_at', 'desc')
    .execute()
  return rows.map(toOrder)
}

/** Whose order it is that a provider names. */
export async function organizationOfOrder(tx: SystemTx, provider: string, providerOrderId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('payment_orders')
    .select('org_id')
    .where('provider', '=', provider)
    .where('provider_order_id', '=', providerOrderId)
    .executeTakeFirst()
  return row?.org_id
}

/** False when the call was taken before. */
export async function noteEvent(tx: OrgTx, event: { provider: string; eventId: string; kind: string; orderId: string }): Promise<boolean> {
  const result = await tx
    .insertInto('payment_events')
    .values({ org_id: tx.orgId, provider: event.provider, event_id: event.eventId, kind: event.kind, order_id: event.orderId })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  return Boolean(result.numInsertedOrUpdatedRows)
}

/** Payments that a person started, for the export of their data. */
export const exportPayments = (tx: OrgTx, userId: string): Promise<object[]> =>
  tx
    .selectFrom('payment_orders')
    .select([
      'org_id as organizationId',
      'purpose',
      'plan_type as plan',
      'billing_cycle as cycle',
      'amount',
      'currency',
      'status',
      'created_at',
    ])
    .where('created_by', '=', userId)
    .orderBy('created_at')
    .execute()
