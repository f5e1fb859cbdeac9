import type { Config } from './config.ts'

type Settings = Pick<Config, 'payments' | 'razorpayKeyId' | 'razorpayKeySecret' | 'nodeEnv'>

/** The provider that takes payments in this installation; null: none, and the operator changes plans. */
export function paymentProvider({ payments, razorpayKeyId, razorpayKeySecret, nodeEnv }: Settings): 'sandbox' | 'razorpay' | null {
  if (payments === 'off') return null
  if (payments === 'sandbox') return payments
  if (payments === 'razorpay' || razorpayKeyId) return razorpayKeyId && razorpayKeySecret ? 'razorpay' : null
  return nodeEnv === 'production' ? null : 'sandbox'
}
