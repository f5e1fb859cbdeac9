export type PaymentProviderName = 'sandbox' | 'razorpay' | 'stripe' | 'bank'

interface Settings {
  payments?: PaymentProviderName | 'off' | undefined
  razorpayKeyId?: string | undefined
  razorpayKeySecret?: string | undefined
  stripeSecretKey?: string | undefined
  bankDetails?: string | undefined
  nodeEnv?: string | undefined
}

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

const loopbackHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

interface Reach extends Settings {
  publicUrl?: string | undefined
  operatorModelKeys?: string | undefined
}

/**
 * Why the sandbox of payments must be chosen by name here; null where it need not. In it every owner changes plan and buys credits
 * without money, which an installation for other people, or one that pays for models, must not get by leaving a setting out.
 */
export function unchosenSandbox(settings: Reach): string | null {
  if (settings.payments !== undefined || paymentProvider(settings) !== 'sandbox') return null
  const { protocol, hostname } = new URL(settings.publicUrl ?? 'http://localhost')
  const cause = settings.operatorModelKeys
    ? 'OPERATOR_MODEL_KEYS is set'
    : protocol === 'https:' && !loopbackHost.test(hostname)
      ? 'PUBLIC_URL is a public https address'
      : null
  return cause === null
    ? null
    : `${cause}, and nothing says who takes payments: set PAYMENTS to razorpay, stripe, bank or off, or to sandbox if no money shall move`
}

const descriptions: Record<PaymentProviderName, string> = {
  sandbox: 'sandbox (no money moves, and every owner may change plan)',
  razorpay: 'Razorpay',
  stripe: 'Stripe',
  bank: 'bank transfers',
}

/** Who takes payments, as the start says it. */
export function describePayments(settings: Settings): string {
  const provider = paymentProvider(settings)
  return provider === null ? 'off (the operator changes plans)' : descriptions[provider]
}
