import { billingTexts } from '@imperium/contract/billing/billing.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { findOrderNamed, findProviderOrder } from './order-store.ts'
import { openProvider } from './providers/choose-provider.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Takes the checkout's signature. What the order buys stands in our own row: nothing else of the request counts.
 * @throws 404 for an order that is not the organization's, 400 for a signature that is not the provider's, 409 for a payment of another order.
 */
export async function verifyPayment(
  platform: Platform,
  context: Omit<OrgContext, 'tx'>,
  { orderId, paymentId, signature }: { orderId: string; paymentId: string; signature: string },
): Promise<{ status: 'activated' }> {
  // Whichever provider takes orders now: one that took this order before may be another.
  const order = await context.inOrg((tx) => findOrderNamed(tx, orderId))
  if (!order) throw notFound()
  context.audit({ targetId: order.id, targetName: order.receipt })
  if (!openProvider(platform, order.provider).isPaymentSigned(orderId, paymentId, signature))
    throw new AppError('BAD_REQUEST', 400, billingTexts.notVerified)
  const settled = await settlePayment(platform, context.org.id, { provider: order.provider, orderId, paymentId })
  const after = await context.inOrg((tx) => findProviderOrder(tx, order.provider, orderId))
  if (settled === 'credited' || after?.status !== 'activated')
    throw new AppError(
      'CONFLICT',
      409,
      'The payment arrived, but the order was paid before or a larger plan is in force. It is kept as a credit.',
    )
  return { status: 'activated' }
}
