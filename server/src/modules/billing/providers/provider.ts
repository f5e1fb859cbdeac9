import type { ReadHeader } from '../../../platform/signed-http/signatures.ts'

/** What a provider tells of a payment. `amount` in minor units. */
export interface PaymentReport {
  kind: 'captured' | 'failed'
  orderId: string
  paymentId: string
  amount: number
  currency: string
  failure: string | null
}

/** `null`: not signed by the provider. Without a report: signed, and of no interest to us. */
export type ProviderCall = { eventId: string; report: PaymentReport | null } | null

/** A way to pay: the only thing that the rest of billing knows of a provider. */
export interface PaymentProvider {
  name: 'sandbox' | 'razorpay'
  /** The public key that the checkout of the provider is opened with. */
  keyId: string
  createOrder(order: { amount: number; currency: string; receipt: string }): Promise<string>
  /** Whether the provider signed that this payment paid this order. */
  isPaymentSigned(orderId: string, paymentId: string, signature: string): boolean
  readCall(body: Uint8Array, header: ReadHeader): ProviderCall
}
