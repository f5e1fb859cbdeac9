import { ProviderError } from '../../../platform/payments/call-provider.ts'
import type { Platform } from '../../../platform/platform.ts'
import { nameProviderOrder } from '../order-store.ts'
import { chosenProvider, openProvider } from '../providers/choose-provider.ts'
import { NoMandate } from '../providers/provider.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import { receiveWebhook } from '../receive-webhook.ts'
import { settlePayment } from '../settle-payment.ts'

/** An order that no person pays. */
export interface AutomaticOrder {
  id: string
  amount: number
  receipt: string
  description: string
  /** The payment that left a mandate; null: the provider needs none. */
  earlierPaymentId: string | null
}

const currency = 'INR'

/** Whether the provider pays without a person: the sandbox, and those that keep the way of an earlier payment. */
export function paysAlone(platform: Platform): boolean {
  if (chosenProvider(platform) === null) return false
  const { payAgain, byMandate } = openProvider(platform)
  return payAgain !== undefined || byMandate !== undefined
}

/**
 * Asks the provider after the order is committed; its signed call, or its answer, settles the order as any other. @returns why it was
 * refused; null: it is paid, or will be. Without an answer it may be paid: the reconciliation looks it up.
 */
export async function payAutomatically(platform: Platform, orgId: string, order: AutomaticOrder): Promise<'mandate' | 'refused' | null> {
  const provider = openProvider(platform)
  const { id, amount, receipt, description, earlierPaymentId } = order
  try {
    const made =
      provider.byMandate && earlierPaymentId !== null
        ? await provider.byMandate.createOrder({ receipt, amount, currency, earlierPaymentId })
        : await provider.createOrder({ amount, currency, receipt, description, returnUrl: platform.config.publicUrl })
    await platform.db.withOrg(orgId, (tx) => nameProviderOrder(tx, id, made.orderId))
    await payMade(platform, orgId, provider, { ...order, orderId: made.orderId })
    return null
  } catch (error) {
    if (error instanceof NoMandate) return 'mandate'
    if (error instanceof ProviderError && error.isRefusal) return 'refused'
    throw error
  }
}

async function payMade(
  platform: Platform,
  orgId: string,
  provider: PaymentProvider,
  { orderId, amount, receipt, description, earlierPaymentId }: AutomaticOrder & { orderId: string },
): Promise<void> {
  const call = await provider.payAgain?.({ orderId, amount, currency })
  if (call) return receiveWebhook(platform, provider.name, call.body, call.header)
  if (earlierPaymentId === null) return
  const report = await provider.byMandate?.pay({ orderId, receipt, amount, currency, description, earlierPaymentId })
  if (!report) return
  const paid = { amount: report.amount, currency: report.currency }
  await settlePayment(platform, orgId, { provider: provider.name, orderId, paymentId: report.paymentId, paid })
}
