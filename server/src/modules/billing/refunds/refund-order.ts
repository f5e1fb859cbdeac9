import { message } from '@imperium/contract/kit/message.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { AuditActor } from '../../../platform/audit/audit.ts'
import { asOrg } from '../../../platform/db/database.ts'
import type { AuthTx, OrgTx } from '../../../platform/db/database.ts'
import { conflict, invalid } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { ProviderError } from '../../../platform/payments/call-provider.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found } from '../../../platform/resources/checks.ts'
import { lockPlanOf } from '../../organizations/index.ts'
import { listAddOns, takeQuantity } from '../add-ons/add-on-store.ts'
import { raise } from '../add-ons/raise-limits.ts'
import { issueCreditNote } from '../invoices/issue-invoice.ts'
import { taxOfRefund } from '../invoices/invoice-store.ts'
import { takeBackCredits } from '../credits/draw-credits.ts'
import { hasEntry, postEntry, postedBy } from '../../../platform/ledger/ledger-store.ts'
import { readCredits, readUnusedCredit, soldAs } from '../customer-credit.ts'
import { formatAmount } from '../format-amount.ts'
import { findOrder, lockOrderById, lockOrderOfPayment } from '../order-store.ts'
import type { Order } from '../order-store.ts'
import { openProvider } from '../providers/choose-provider.ts'
import type { RefundReport } from '../providers/provider.ts'
import { findSubscription, saveSubscription } from '../subscription/subscription-store.ts'
import { keptOf, refundPeriod } from '../subscription/end-subscription.ts'
import {
  addRefunded,
  changeRefund,
  findProviderRefund,
  findRefund,
  insertRefund,
  markTried,
  refundIdsOf,
  refundedOf,
} from './refund-store.ts'
import type { RefundRow } from './refund-store.ts'

export interface RefundRequest {
  orderId: string
  /** Defaults to the amount that is not refunded yet. */
  amount?: number | undefined
  reason: string
  actor: AuditActor
}

/** Stores a refund; the provider is called after the commit. @throws 404; 409 for an order that is not paid or has nothing left; 422. */
export async function requestRefund(platform: Platform, orgId: string, request: RefundRequest): Promise<string> {
  return platform.db.withOrg(orgId, async (tx) => {
    const order = found(await lockOrderById(tx, request.orderId))
    if (order.status !== 'activated' && order.status !== 'paid') throw conflict('This order is not paid.')
    const left = order.amount - (await refundedOf(tx, order.id))
    if (left <= 0) throw conflict('This payment is refunded already.')
    const amount = request.amount ?? left
    if (amount > left) throw invalid([{ path: 'amount', message: 'This is more than is left of the payment' }])
    const { kept, available } = await keptCredit(tx, order)
    const most = left - Math.max(0, kept - available)
    if (amount > most)
      throw conflict(
        message('A part of this payment was kept as a credit, and that is spent. At most {amount} can be refunded.', {
          amount: formatAmount(Math.max(0, most), order.currency),
        }),
      )
    if (order.status === 'paid' && amount > (await readCredits(tx, order.currency)).paid)
      throw conflict('This payment was kept as a credit, and that is spent already.')
    const id = newId()
    const { reason, actor } = request
    await insertRefund(tx, { id, orderId: order.id, amount, reason, providerRefundId: null, requestedBy: actor.name })
    await recordAudit(tx, orgId, {
      actor,
      action: 'billing.refund',
      target: { kind: 'billing', id: order.id, name: order.receipt },
      after: { amount, currency: order.currency, reason },
    })
    return id
  })
}

/** Providers keep an idempotency key for a day: after that, a repeated request could refund twice. */
const keyHoldsMs = 23 * 3_600_000

/**
 * Requests a refund from the provider. The refund's id is the idempotency key, so a repeat after a crash refunds once. Once the provider
 * accepted it, only its outcome is looked up.
 */
export async function sendRefund(platform: Platform, orgId: string, refundId: string): Promise<void> {
  const now = platform.clock.now()
  const due = await platform.db.withOrg(orgId, async (tx) => {
    const refund = await findRefund(tx, refundId)
    const order = refund && (await findOrder(tx, refund.orderId))
    if (refund?.status !== 'pending' || !order?.paymentId) return undefined
    return { refund, order, paymentId: order.paymentId, triedSince: await markTried(tx, refund.id, now) }
  })
  if (!due) return
  const { refund, order, paymentId, triedSince } = due
  const { amount } = refund
  if (refund.providerRefundId === null && triedSince && now.getTime() - triedSince.getTime() > keyHoldsMs)
    return changePending(platform, orgId, refund.id, {
      status: 'failed',
      failure: 'The provider did not answer for a day. Look there before you refund again.',
    })
  const made = await askProvider(platform, order, { ...refund, paymentId })
  if (made === 'refused')
    return changePending(platform, orgId, refund.id, { status: 'failed', failure: 'The provider refused the refund.' })
  const { status, providerRefundId } = made
  if (status === 'pending') return changePending(platform, orgId, refund.id, { status, providerRefundId })
  const report = { status, providerRefundId, refundId: refund.id, paymentId, amount, currency: order.currency, payment: null }
  await settleRefund(platform, orgId, order.provider, report)
}

async function askProvider(platform: Platform, { provider, currency }: Order, refund: RefundRow & { paymentId: string }) {
  const { id, paymentId, providerRefundId, amount } = refund
  const open = openProvider(platform, provider)
  if (providerRefundId !== null) return open.findRefund({ providerRefundId, paymentId })
  return open.refund({ id, paymentId, amount, currency }).catch((err: unknown) => {
    if (!(err instanceof ProviderError) || !err.isRefusal) throw err
    platform.log.warn({ refundId: id, err }, 'the provider refused a refund')
    return 'refused' as const
  })
}

/** Unless the provider's webhook arrived meanwhile. */
async function changePending(platform: Platform, orgId: string, id: string, change: Parameters<typeof changeRefund>[2]): Promise<void> {
  await platform.db.withOrg(orgId, async (tx) => {
    if ((await findRefund(tx, id))?.status === 'pending') await changeRefund(tx, id, change)
  })
}

/** Applies the outcome of a refund once: ledger, credit note, and the end of a plan whose payment was refunded in full. */
export async function settleRefund(platform: Platform, orgId: string, provider: Order['provider'], report: RefundReport): Promise<void> {
  await platform.db.withAuth(async (tx) => {
    await lockPlanOf(tx, orgId)
    const settled = await asOrg(tx, orgId, (orgTx) => settleIn(orgTx, provider, report))
    if (settled === 'unknown') platform.log.warn({ orgId, ...report }, 'a refund of no known payment, or of another amount, was reported')
    if (!settled || settled === 'unknown') return
    const { order, refund, isInvoiced } = settled
    if (isInvoiced) await issueCreditNote(platform, tx, orgId, order, refund)
    if (isInvoiced && settled.isFull) await takeAddOnBack(tx, orgId, order)
    if (isInvoiced && order.planType !== null)
      await refundPeriod(platform, tx, orgId, { order, amount: refund.amount, isFull: settled.isFull })
  })
}

async function takeAddOnBack(tx: AuthTx, orgId: string, { addOn, addOnQuantity, periodValue }: Order): Promise<void> {
  if (addOn === null || addOnQuantity === null) return
  const { quantity, isInForce } = await asOrg(tx, orgId, async (orgTx) => {
    const isInForce = (await listAddOns(orgTx)).some((each) => each.addOn === addOn && each.inForce)
    const row = await findSubscription(orgTx)
    if (row && row.status !== 'ENDED')
      await saveSubscription(orgTx, { ...row, addOnValue: Math.max(0, (row.addOnValue ?? 0) - periodValue) })
    return { quantity: await takeQuantity(orgTx, addOn, addOnQuantity), isInForce }
  })
  // In a pause the limits are those of FREE, without add-ons.
  if (isInForce) await raise(tx, orgId, [{ addOn, quantity }], -1)
}

/** What is kept of the price as a credit, tax included, and what is left of all credits. */
async function keptCredit(tx: OrgTx, order: Order): Promise<{ kept: number; available: number }> {
  const kept = await keptOf(tx, order.id, await refundIdsOf(tx, order.id))
  return { kept, available: kept > 0 ? await readUnusedCredit(tx, order.currency) : 0 }
}

/** The part of a refund that its credit pays: the money is not given back and kept too. What was used of the price comes first where the credit is spent. */
async function takenFromCredit(tx: OrgTx, order: Order, amount: number): Promise<number> {
  const { kept, available } = await keptCredit(tx, order)
  const used = Math.max(0, order.amount - order.refunded - kept)
  return Math.min(amount, kept, Math.max(available, amount - used))
}

interface SettledRefund {
  order: Order
  refund: RefundRow
  isInvoiced: boolean
  isFull: boolean
}

async function settleIn(tx: OrgTx, provider: Order['provider'], report: RefundReport): Promise<SettledRefund | 'unknown' | undefined> {
  const order = await lockOrderOfPayment(tx, provider, report.paymentId)
  if (!order) return (await giveCreditBack(tx, provider, report)) ? undefined : 'unknown'
  const refund = await refundOf(tx, order, report)
  if (!refund) return report.status === 'failed' ? undefined : 'unknown'
  if (refund.status === 'done' || (await hasEntry(tx, { kind: 'refund', id: refund.id }))) return undefined
  if (report.status === 'failed') {
    await changeRefund(tx, refund.id, { status: 'failed', failure: 'The provider refused the refund.' })
    return undefined
  }
  const isIncome = order.status === 'activated'
  const tax = isIncome ? await taxOfRefund(tx, order.id, refund.amount, order.refunded + refund.amount === order.amount) : 0
  const kept = isIncome ? await takenFromCredit(tx, order, refund.amount) : 0
  const net = refund.amount - tax
  // Spent credits were income; the rest is no longer a liability.
  const unspent = isIncome && order.purpose === 'CREDITS' ? await takeBackCredits(tx, order.id, net) : 0
  const account = !isIncome ? 'customer:credit' : order.purpose === 'CREDITS' ? 'income:models' : soldAs[order.purpose]
  await postEntry(tx, {
    cause: { kind: 'refund', id: refund.id },
    currency: order.currency,
    postings: [
      { account: 'customer:unused', amount: kept },
      { account: 'customer:prepaid', amount: unspent },
      { account, amount: net - unspent - kept },
      { account: 'tax:output', amount: tax },
      { account: `provider:${order.provider}`, amount: -refund.amount },
    ],
  })
  await addRefunded(tx, order.id, refund.amount)
  await changeRefund(tx, refund.id, { status: 'done', providerRefundId: report.providerRefundId, failure: null })
  return { order, refund, isInvoiced: isIncome, isFull: isIncome && order.refunded + refund.amount === order.amount }
}

/** A payment that bought nothing and is no order's (the second one of an order, another amount) was given back at the provider. False: unknown. */
async function giveCreditBack(tx: OrgTx, provider: Order['provider'], report: RefundReport): Promise<boolean> {
  const credited = -(await postedBy(tx, 'payment', [`${provider}:${report.paymentId}`], 'customer:credit'))
  if (report.amount > credited) return false
  const cause = { kind: 'refund' as const, id: `${provider}:${report.providerRefundId}` }
  if (report.status === 'failed' || (await hasEntry(tx, cause))) return true
  const postings = [
    { account: 'customer:credit', amount: report.amount },
    { account: `provider:${provider}`, amount: -report.amount },
  ]
  await postEntry(tx, { cause, currency: report.currency, postings })
  const actor = { kind: 'system' as const, id: null, name: 'Payments' }
  const target = { kind: 'billing', id: tx.orgId, name: report.paymentId }
  await recordAudit(tx, tx.orgId, { actor, action: 'billing.refund', target, after: { amount: report.amount, currency: report.currency } })
  return true
}

/** Our own row, or a new one for a refund made in the provider's dashboard; null if it exceeds the paid amount. */
async function refundOf(tx: OrgTx, order: Order, report: RefundReport): Promise<RefundRow | undefined> {
  const known =
    (await findProviderRefund(tx, report.providerRefundId)) ??
    (isOwnId(report.refundId) ? await findRefund(tx, report.refundId) : undefined)
  if (known) return known.orderId === order.id && known.amount === report.amount ? known : undefined
  if (report.status === 'failed' || report.amount > order.amount - (await refundedOf(tx, order.id))) return undefined
  const refund = { id: newId(), orderId: order.id, amount: report.amount, reason: 'Made at the payment provider' }
  await insertRefund(tx, { ...refund, providerRefundId: report.providerRefundId, requestedBy: order.provider })
  return { ...refund, status: 'pending', providerRefundId: report.providerRefundId, requestedBy: order.provider }
}

const isOwnId = (text: string | null): text is string => text !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
