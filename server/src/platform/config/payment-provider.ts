import type { Config } from './config.ts'

type Settings = Pick<Config, 'payments' | 'razorpayKeyId' | 'razorpayKeySecret' | 'stripeSecretKey' | 'bankDetails' | 'nodeEnv'>

export type PaymentProviderName = 'sandbox' | 'razorpay' | 'stripe' | 'bank'

/** The provider that takes payments in this installation; null: none, and the operator changes plans. */
export function paymentProvider(settings: Settings): PaymentProviderName | null {
  const { payments, razorpayKeyId, razorpayKeySecret, stripeSecretKey, bankDetails, nodeEnv } = settings
  if (payments === 'off') return null
  if (payments === 'sandbox') return payments
  if (payments === 'bank') return bankDetails ? payments : null
  if (payments === 'razorpay' || (payments !== 'stripe' && razorpayKeyId)) return razorpayKeyId && razorpayKeySecret ? 'razorpay' : null
  if (payments === 'stripe' || stripeSecretKey) return stripeSecretKey ? 'stripe' : null
  return nodeEnv === 'production' ? null : 'sandbox'
}
