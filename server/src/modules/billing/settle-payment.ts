import { asOrg } from '../../platform/db/database.ts'
import type { AuthTx, OrgTx } from '../../platform/db/database.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import { accessChanged } from '../../platform/auth/access-signals.ts'
import { signal } from '../../platform/events/live.ts'
import type { Platform } from '../../platform/platform.ts'
import { changePlan, listMemberIds, lockPlanOf, readPlanOf } from '../organizations/index.ts'
import { isBelow } from './create-order.ts'
import { hasEntry, postEntry } from './ledger-store.ts'
import { changeOrder, findPeriod, lockOrder, noteEvent, savePeriod } from './order-store.ts'
import type { Order } from './order-store.ts'
import { periodAfter } from './period.ts'

/** A payment that the provider signed for. */
export interface Payment {
  provider: Order['provider']
  orderId: string
  paymentId: string
  /** Where the provider says it; the checkout does not. */
  paid?: { amount: number; currency: string }
  /** The provider's call that brought it. */
  event?: { id: string; kind: string }
}

export type Settled = 'activated' | 'again' | 'credited' | 'unknown'

/**
 * Takes a payment: the first one of an order buys what the order says, in one transaction with its ledger entry. The same payment
 * again changes nothing, and any other money is kept as a credit.
 */
export async function settlePayment(platform: Platform, orgId: string, payment: Payment): Promise<Settled> {
  return platform.db.withAuth(async (tx) => {
    await lockPlanOf(tx, orgId)
    const outcome = await asOrg(tx, orgId, (orgTx) => settleIn(orgTx, payment, platform.clock.now()))
    if (outcome.settled === 'activated') await applyOrder(tx, orgId, outcome.order)
    if (outcome.settled === 'activated' || outcome.settled === 'credited')
      await recordSettled(tx, orgId, outcome.order, outcome.settled, payment)
    return outcome.settled
  })
}

type Outcome = { settled: 'unknown' } | { settled: Exclude<Settled, 'unknown'>; order: Order }

async function settleIn(tx: OrgTx, payment: Payment, now: Date): Promise<Outcome> {
  const order = await lockOrder(tx, payment.provider, payment.orderId)
  if (!order) return { settled: 'unknown' }
  if (!(await isNew(tx, order, payment))) return { settled: 'again', order }
  if (order.paymentId === payment.paymentId || (await hasEntry(tx, causeOf(payment)))) return { settled: 'again', order }
  const { currency } = order
  const received = payment.paid ?? { amount: order.amount, currency }
  const isExact = received.amount === order.amount && received.currency === currency
  if (order.paymentId !== null || !isExact) {
    await credit(tx, payment, received)
    if (order.paymentId === null) await changeOrder(tx, order.id, { status: 'failed', failure: 'The amount is not that of the order.' })
    return { settled: 'credited', order }
  }
  const paid = { paymentId: payment.paymentId, paidAt: now }
  const inForce = await readPlanOf(tx)
  if (order.planType !== null && isBelow(order.planType, inForce.planType)) {
    await credit(tx, payment, received)
    await changeOrder(tx, order.id, { status: 'paid', ...paid, failure: 'A larger plan is in force.' })
    return { settled: 'credited', order }
  }
  const income = order.purpose === 'SUBSCRIPTION' ? 'income:subscriptions' : 'income:contributions'
  await postEntry(tx, {
    cause: { kind: 'order', id: order.id },
    currency,
    postings: [
      { account: `provider:${order.provider}`, amount: order.amount },
      { account: income, amount: -order.amount },
    ],
  })
  await changeOrder(tx, order.id, { status: 'activated', ...paid, failure: null, activatedAt: now })
  if (order.planType !== null && order.billingCycle !== 'ONETIME') {
    const before = order.planType === inForce.planType ? await findPeriod(tx) : undefined
    await savePeriod(tx, order.id, periodAfter(before, order.billingCycle, now))
  }
  return { settled: 'activated', order }
}

const isNew = async (tx: OrgTx, order: Order, { provider, event }: Payment): Promise<boolean> =>
  event === undefined || noteEvent(tx, { provider, eventId: event.id, kind: event.kind, orderId: order.id })

const causeOf = ({ provider, paymentId }: Payment) => ({ kind: 'payment' as const, id: `${provider}:${paymentId}` })

/** Money that buys nothing: owed to the organization. */
async function credit(tx: OrgTx, payment: Payment, { amount, currency }: { amount: number; currency: string }): Promise<void> {
  await postEntry(tx, {
    cause: causeOf(payment),
    currency,
    postings: [
      { account: `provider:${payment.provider}`, amount },
      { account: 'customer:credit', amount: -amount },
    ],
  })
}

async function applyOrder(tx: AuthTx, orgId: string, { planType, planVersion, billingCycle }: Order): Promise<void> {
  if (planType === null || planVersion === null || billingCycle === 'ONETIME') return
  await changePlan(tx, orgId, { planType, version: planVersion, billingCycle })
  for (const userId of await asOrg(tx, orgId, listMemberIds)) await signal(tx, accessChanged({ userId }))
}

async function recordSettled(tx: AuthTx, orgId: string, order: Order, settled: Settled, payment: Payment): Promise<void> {
  const { id, receipt: name, purpose, planType, billingCycle, amount, currency } = order
  const after = { purpose, planType, billingCycle, amount, currency, provider: payment.provider, paymentId: payment.paymentId }
  const action = settled === 'activated' ? 'billing.paid' : 'billing.credited'
  const actor = { kind: 'system' as const, id: null, name: 'Payments' }
  await asOrg(tx, orgId, (orgTx) => recordAudit(orgTx, orgId, { actor, action, target: { kind: 'billing', id, name }, after }))
}
