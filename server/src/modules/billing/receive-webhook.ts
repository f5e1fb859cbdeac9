import type { Platform } from '../../platform/platform.ts'
import { unauthenticated } from '../../platform/errors.ts'
import { refuseUnstorableCall } from '../../platform/payments/call-provider.ts'
import type { ReadHeader } from '../../platform/signed-http/signatures.ts'
import { tellRefused } from './automatic/tell-refused.ts'
import { tellFailure } from './credits/tell-failure.ts'
import { changeOrder, lockOrder, noteEvent, organizationOfOrder, organizationOfPayment } from './order-store.ts'
import type { Order } from './order-store.ts'
import { openReports } from './providers/choose-provider.ts'
import type { PaymentReport, RefundReport } from './providers/provider.ts'
import { settleRefund } from './refunds/refund-order.ts'
import { settlePayment } from './settle-payment.ts'

/** Takes what a provider reports, in any order and as often as it comes. @throws 401 for a call that the provider did not sign, 400 for one that cannot be stored. */
export async function receiveWebhook(platform: Platform, name: Order['provider'], body: Uint8Array, header: ReadHeader): Promise<void> {
  const call = openReports(platform, name).readCall(body, header)
  if (!call) throw unauthenticated('The signature is wrong.')
  refuseUnstorableCall(call)
  const { eventId, report, refund } = call
  if (refund) return receiveRefund(platform, name, refund)
  if (!report) return
  const orgId = await platform.db.withSystem((tx) => organizationOfOrder(tx, name, report.orderId))
  // An account may serve other products too: their orders are none of ours.
  if (orgId === undefined) return platform.log.info({ provider: name, eventId }, 'a payment of an unknown order was reported')
  if (report.kind === 'failed') return noteFailure(platform, orgId, name, eventId, report)
  const { orderId, paymentId, amount, currency, kind, fee } = report
  const paid = { amount, currency }
  const settled = await settlePayment(platform, orgId, { provider: name, orderId, paymentId, paid, fee, event: { id: eventId, kind } })
  if (settled === 'credited') platform.log.warn({ orgId, orderId, paymentId }, 'a payment bought nothing and is kept as a credit')
}

/** The payment first, where the call brings it: calls come in any order. */
async function receiveRefund(platform: Platform, name: Order['provider'], refund: RefundReport): Promise<void> {
  const { payment } = refund
  const ofOrder = payment && (await platform.db.withSystem((tx) => organizationOfOrder(tx, name, payment.orderId)))
  if (payment && ofOrder) {
    const { orderId, paymentId, amount, currency } = payment
    await settlePayment(platform, ofOrder, { provider: name, orderId, paymentId, paid: { amount, currency } })
  }
  // A second payment of an order is no order's: it was kept as a credit.
  const orgId = (await platform.db.withSystem((tx) => organizationOfPayment(tx, name, refund.paymentId))) ?? ofOrder ?? undefined
  if (orgId !== undefined) return settleRefund(platform, orgId, name, refund)
  const { providerRefundId, paymentId } = refund
  platform.log.warn({ provider: name, providerRefundId, paymentId }, 'a refund of an unknown payment was reported')
}

/** The order stays open: Razorpay lets people try again, and a refused payment may still be captured late. */
async function noteFailure(platform: Platform, orgId: string, provider: Order['provider'], eventId: string, report: PaymentReport) {
  await platform.db.withOrg(orgId, async (tx) => {
    const order = await lockOrder(tx, provider, report.orderId)
    if (!order || !(await noteEvent(tx, { provider, eventId, kind: report.kind, orderId: order.id }))) return
    if (order.status !== 'created' && order.status !== 'attempted') return
    await changeOrder(tx, order.id, { status: 'attempted', failure: report.failure ?? 'The provider refused the payment.' })
    if (order.isAutomatic) await (order.purpose === 'CREDITS' ? tellFailure(platform, tx, 'refused') : tellRefused(platform, tx, order.id))
  })
}
