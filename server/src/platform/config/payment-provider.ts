import type { Config } from './config.ts'

/** The provider that takes payments in this installation; null: none, and the operator changes plans. */
export function paymentProvider({
  payments,
  razorpayKeyId,
  nodeEnv,
}: Pick<Config, 'payments' | 'razorpayKeyId' | 'nodeEnv'>): 'sandbox' | 'razorpay' | null {
  if (payments === 'off') return null
  if (payments !== undefined) return payments
  if (razorpayKeyId !== undefined) return 'razorpay'
  return nodeEnv === 'production' ? null : 'sandbox'
}
