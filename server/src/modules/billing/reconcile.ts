import type { Platform } from '../../platform/platform.ts'
import { returnExpiredUses } from './coupons/coupon-store.ts'
import { findOrder, markChecked, openOrders } from './order-store.ts'
import { openProvider } from './providers/choose-provider.ts'
import { pendingRefunds } from './refunds/refund-store.ts'
import { sendRefund } from './refunds/refund-order.ts'
import { settlePayment } from './settle-payment.ts'

const atOnce = 100
const minuteMs = 60_000

/** Looks up payments whose webhook never arrived, and submits pending refunds. */
export async function reconcilePayments(platform: Platform): Promise<void> {
  const { db, clock, log } = platform
  const now = clock.now()
  await db.withSystem((tx) => returnExpiredUses(tx, now))
  const young = new Date(now.getTime() - 2 * minuteMs)
  const open = await db.withSystem((tx) => openOrders(tx, { now, young, limit: atOnce }))
  for (const { orgId, id } of open)
    await reconcileOrder(platform, orgId, id).catch((err: unknown) =>
      log.warn({ orgId, orderId: id, err }, 'an order could not be looked up'),
    )
  for (const { orgId, id } of await db.withSystem((tx) => pendingRefunds(tx, now, atOnce)))
    await sendRefund(platform, orgId, id).catch((err: unknown) => log.warn({ orgId, refundId: id, err }, 'a refund could not be sent'))
}

export async function reconcileOrder(platform: Platform, orgId: string, id: string): Promise<void> {
  const order = await platform.db.withOrg(orgId, async (tx) => {
    await markChecked(tx, id, platform.clock.now())
    return findOrder(tx, id)
  })
  if (!order?.providerOrderId) return
  const { provider, providerOrderId: orderId, receivedAt, amount, currency } = order
  const report = await openProvider(platform, provider).findPayment({ id, orderId, receivedAt, amount, currency })
  if (!report) return
  const paid = { amount: report.amount, currency: report.currency }
  await settlePayment(platform, orgId, { provider, orderId, paymentId: report.paymentId, paid, fee: report.fee })
}
