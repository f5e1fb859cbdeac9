import { recordAudit } from '../../../platform/audit/audit.ts'
import type { AuditActor } from '../../../platform/audit/audit.ts'
import { asOrg } from '../../../platform/db/database.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict, invalid } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found } from '../../../platform/resources/checks.ts'
import { lockPlanOf } from '../../organizations/index.ts'
import { issueCreditNote } from '../invoices/issue-invoice.ts'
import { taxOfRefund } from '../invoices/invoice-store.ts'
import { hasEntry, postEntry } from '../ledger-store.ts'
import { findOrder, lockOrderById, lockOrderOfPayment } from '../order-store.ts'
import type { Order } from '../order-store.ts'
import { openProvider } from '../providers/choose-provider.ts'
import type { RefundReport } from '../providers/provider.ts'
import { endSubscriptionOf } from '../subscription/end-subscription.ts'
import { addRefunded, changeRefund, findProviderRefund, findRefund, insertRefund, refundedOf } from './refund-store.ts'
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

/** Requests a refund from the provider. Its id is the idempotency key: a repeat after a crash refunds nothing twice. */
export async function sendRefund(platform: Platform, orgId: string, refundId: string): Promise<void> {
  const due = await platform.db.withOrg(orgId, async (tx) => {
    const refund = await findRefund(tx, refundId)
    const order = refund && (await findOrder(tx, refund.orderId))
    return refund?.status === 'pending' && order?.paymentId ? { refund, order, paymentId: order.paymentId } : undefined
  })
  if (!due) return
  const { refund, order, paymentId } = due
  const { amount } = refund
  const made = await openProvider(platform, order.provider).refund({ id: refund.id, paymentId, amount, currency: order.currency })
  if (made.status === 'pending') {
    const { providerRefundId } = made
    await platform.db.withOrg(orgId, (tx) => changeRefund(tx, refund.id, { status: 'pending', providerRefundId }))
    return
  }
  const { status, providerRefundId } = made
  const report = { status, providerRefundId, refundId: refund.id, paymentId, amount, currency: order.currency, payment: null }
  await settleRefund(platform, orgId, order.provider, report)
}

/** Applies the outcome of a refund once: ledger, credit note, and the end of a plan whose payment was refunded in full. */
export async function settleRefund(platform: Platform, orgId: string, provider: Order['provider'], report: RefundReport): Promise<void> {
  await platform.db.withAuth(async (tx) => {
    await lockPlanOf(tx, orgId)
    const settled = await asOrg(tx, orgId, (orgTx) => settleIn(orgTx, provider, report))
    if (!settled) return
    const { order, refund, isInvoiced } = settled
    if (isInvoiced) await issueCreditNote(platform, tx, orgId, order, refund)
    if (settled.isFull && order.planType !== null) await endSubscriptionOf(platform, tx, orgId, order.id)
  })
}

interface SettledRefund {
  order: Order
  refund: RefundRow
  isInvoiced: boolean
  isFull: boolean
}

async function settleIn(tx: OrgTx, provider: Order['provider'], report: RefundReport): Promise<SettledRefund | undefined> {
  const order = await lockOrderOfPayment(tx, provider, report.paymentId)
  if (!order) return undefined
  const refund = await refundOf(tx, order, report)
  if (!refund || refund.status === 'done' || (await hasEntry(tx, { kind: 'refund', id: refund.id }))) return undefined
  if (report.status === 'failed') {
    await changeRefund(tx, refund.id, { status: 'failed', failure: 'The provider refused the refund.' })
    return undefined
  }
  const isIncome = order.status === 'activated'
  const tax = isIncome ? await taxOfRefund(tx, order.id, refund.amount, order.refunded + refund.amount === order.amount) : 0
  const income = order.purpose === 'SUBSCRIPTION' ? 'income:subscriptions' : 'income:contributions'
  await postEntry(tx, {
    cause: { kind: 'refund', id: refund.id },
    currency: order.currency,
    postings: [
      { account: isIncome ? income : 'customer:credit', amount: refund.amount - tax },
      ...(tax > 0 ? [{ account: 'tax:output', amount: tax }] : []),
      { account: `provider:${order.provider}`, amount: -refund.amount },
    ],
  })
  await addRefunded(tx, order.id, refund.amount)
  await changeRefund(tx, refund.id, { status: 'done', providerRefundId: report.providerRefundId, failure: null })
  return { order, refund, isInvoiced: isIncome, isFull: isIncome && order.refunded + refund.amount === order.amount }
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
