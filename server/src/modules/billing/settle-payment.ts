import { asOrg } from '../../platform/db/database.ts'
import type { AuthTx, OrgTx } from '../../platform/db/database.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import type { Platform } from '../../platform/platform.ts'
import { raise, restoreAddOns } from './add-ons/raise-limits.ts'
import { findProfile, lockPlanOf } from '../organizations/index.ts'
import { computeInvoice } from './invoices/compute-invoice.ts'
import { customerOf, issueInvoice, sellerOfOrder } from './invoices/issue-invoice.ts'
import { returnUse } from './coupons/coupon-store.ts'
import { addCredits } from './credits/draw-credits.ts'
import { hasEntry, postEntry } from '../../platform/ledger/ledger-store.ts'
import { readCredits, soldAs } from './customer-credit.ts'
import { conflict } from '../../platform/errors.ts'
import { changeOrder, isPaymentOfAnother, lockOrder, noteEvent } from './order-store.ts'
import type { Order } from './order-store.ts'
import { acceptOffer } from './operator/offer-store.ts'
import { putOnPlan } from './subscription/put-on-plan.ts'
import { applyPayment, effectOf } from './subscription/apply-payment.ts'
import type { Effect } from './subscription/apply-payment.ts'

/** A payment that the provider signed for. */
export interface Payment {
  provider: Order['provider']
  orderId: string
  paymentId: string
  /** Where the provider says it; the checkout does not. */
  paid?: { amount: number; currency: string }
  /** What the provider keeps of it, where it says so. */
  fee?: number | undefined
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
    const outcome = await asOrg(tx, orgId, async (orgTx) => {
      const settled = await settleIn(platform, orgTx, payment)
      if (settled.settled !== 'unknown') await postFee(orgTx, payment)
      return settled
    })
    if (outcome.settled === 'activated') await raiseBy(tx, orgId, outcome.order)
    if (outcome.settled === 'activated') await issueInvoice(platform, tx, orgId, outcome.order)
    if (outcome.settled === 'activated' && outcome.effect !== 'next') await applyOrder(platform, tx, orgId, outcome.order)
    if (outcome.settled === 'activated' || outcome.settled === 'credited')
      await recordSettled(tx, orgId, outcome.order, outcome.settled, payment)
    return outcome.settled
  })
}

type Outcome = { settled: 'unknown' } | { settled: Exclude<Settled, 'unknown'>; order: Order; effect?: Effect }

async function settleIn(platform: Platform, tx: OrgTx, payment: Payment): Promise<Outcome> {
  const now = platform.clock.now()
  const order = await lockOrder(tx, payment.provider, payment.orderId)
  if (!order) return { settled: 'unknown' }
  if (!(await isNew(tx, order, payment))) return { settled: 'again', order }
  if (await isPaymentOfAnother(tx, order, payment.paymentId)) throw conflict('This payment belongs to another order.')
  if (order.paymentId === payment.paymentId || (await hasEntry(tx, causeOf(payment)))) return { settled: 'again', order }
  const { currency } = order
  const received = payment.paid ?? { amount: order.amount, currency }
  const isExact = received.amount === order.amount && received.currency === currency
  if (order.paymentId !== null || !isExact) {
    await credit(tx, payment, received)
    if (order.paymentId === null) {
      await changeOrder(tx, order.id, { status: 'failed', failure: 'The amount is not that of the order.' })
      await returnUse(tx, order)
    }
    return { settled: 'credited', order }
  }
  const paid = { paymentId: payment.paymentId, paidAt: now }
  const { effect, reason } = await effectOf(tx, order, now)
  if (effect === 'refused') {
    await credit(tx, payment, received)
    await changeOrder(tx, order.id, { status: 'paid', ...paid, failure: reason ?? null })
    await returnUse(tx, order)
    return { settled: 'credited', order }
  }
  await applyPayment(tx, order, effect, now, (await findProfile(tx, tx.orgId))?.timeZone ?? 'UTC')
  const { tax } = computeInvoice(sellerOfOrder(platform, order), await customerOf(tx), order.amount)
  await postPaid(tx, order, tax)
  if (order.purpose === 'CREDITS') await addCredits(tx, order, order.amount - tax, now)
  if (order.planType === 'OVERLORD' && order.planVersion !== null) await acceptOffer(tx, order.planVersion)
  await changeOrder(tx, order.id, { status: 'activated', ...paid, failure: null, activatedAt: now })
  return { settled: 'activated', order, effect }
}

async function postPaid(tx: OrgTx, order: Order, tax: number): Promise<void> {
  // Unused time is spent first, then payments that bought nothing.
  const credits = await readCredits(tx, order.currency)
  const paid = Math.max(0, Math.min(credits.paid, order.credit - Math.max(0, credits.unused)))
  const unused = order.credit - paid
  await postEntry(tx, {
    cause: { kind: 'order', id: order.id },
    currency: order.currency,
    postings: [
      { account: `provider:${order.provider}`, amount: order.amount },
      ...(unused > 0 ? [{ account: 'customer:unused', amount: unused }] : []),
      ...(paid > 0 ? [{ account: 'customer:credit', amount: paid }] : []),
      ...(tax > 0 ? [{ account: 'tax:output', amount: -tax }] : []),
      { account: soldAs[order.purpose], amount: tax - order.amount - order.credit },
    ],
  })
}

/** Once for a payment, whichever report of it names the fee first. */
async function postFee(tx: OrgTx, payment: Payment): Promise<void> {
  const { provider, paid, fee = 0 } = payment
  const cause = { kind: 'fee' as const, id: causeOf(payment).id }
  if (fee === 0 || !paid || (await hasEntry(tx, cause))) return
  const postings = [
    { account: 'expense:fees', amount: fee },
    { account: `provider:${provider}`, amount: -fee },
  ]
  await postEntry(tx, { cause, currency: paid.currency, postings })
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

const raiseBy = async (tx: AuthTx, orgId: string, { addOn, addOnQuantity: quantity }: Order): Promise<void> => {
  if (addOn !== null && quantity !== null) await raise(tx, orgId, [{ addOn, quantity }], 1)
}

async function applyOrder(platform: Platform, tx: AuthTx, orgId: string, order: Order): Promise<void> {
  const { planType, planVersion: version, billingCycle } = order
  if (planType === null || version === null || billingCycle === 'ONETIME') return
  await putOnPlan(platform, tx, orgId, { planType, version, billingCycle })
  await restoreAddOns(tx, orgId, order.addOns)
}

async function recordSettled(tx: AuthTx, orgId: string, order: Order, settled: Settled, payment: Payment): Promise<void> {
  const { id, receipt: name, purpose, planType, billingCycle, amount, currency } = order
  const after = { purpose, planType, billingCycle, amount, currency, provider: payment.provider, paymentId: payment.paymentId }
  const action = settled === 'activated' ? 'billing.paid' : 'billing.credited'
  const actor = { kind: 'system' as const, id: null, name: 'Payments' }
  await asOrg(tx, orgId, (orgTx) => recordAudit(orgTx, orgId, { actor, action, target: { kind: 'billing', id, name }, after }))
}
