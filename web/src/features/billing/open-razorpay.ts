import { productName } from '../../lib/brand/brand.ts'
import { t } from '../../lib/words.ts'
import type { Payment, Proof } from './api.ts'

const scriptUrl = 'https://checkout.razorpay.com/v1/checkout.js'

interface RazorpayResult {
  razorpay_payment_id: string
  razorpay_signature: string
}
interface RazorpayOptions {
  key: string
  amount: number
  currency: string
  order_id: string
  name: string
  description: string
  prefill: { name: string; email: string }
  theme: { color: string }
  handler: (result: RazorpayResult) => void
  modal: { ondismiss: () => void }
  /** Set where the way of payment is kept. */
  customer_id?: string
  recurring?: '1'
}
type Razorpay = new (options: RazorpayOptions) => { open: () => void }

/** Opens the provider's own checkout. @returns its signature, or null when it was closed. @throws when its script cannot be loaded. */
export async function openRazorpay({ order, name }: Payment, payer: { name: string; email: string }): Promise<Proof | null> {
  const Checkout = await loadCheckout()
  const color = getComputedStyle(document.documentElement).getPropertyValue('--primary').trim() || '#6366f1'
  return new Promise((resolve) => {
    new Checkout({
      key: order.keyId,
      amount: order.amount,
      currency: order.currency,
      order_id: order.orderId,
      name: productName(),
      description: name,
      prefill: payer,
      theme: { color },
      ...(order.customerId === null ? {} : { customer_id: order.customerId, recurring: '1' }),
      handler: (result) => resolve({ paymentId: result.razorpay_payment_id, signature: result.razorpay_signature }),
      modal: { ondismiss: () => resolve(null) },
    }).open()
  })
}

async function loadCheckout(): Promise<Razorpay> {
  const page = window as { Razorpay?: Razorpay }
  if (!page.Razorpay)
    await new Promise<void>((resolve, reject) => {
      const script = document.createElement('script')
      script.src = scriptUrl
      script.addEventListener('load', () => resolve())
      script.addEventListener('error', () => reject(new Error(t('Failed to initialize payment'))))
      document.head.append(script)
    })
  if (!page.Razorpay) throw new Error(t('Failed to initialize payment'))
  return page.Razorpay
}
