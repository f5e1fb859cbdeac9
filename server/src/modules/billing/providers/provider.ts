import type { PaymentProviderName } from '../../../platform/config/payment-provider.ts'
import type { ReadHeader } from '../../../platform/signed-http/signatures.ts'

/** What a provider tells of a payment. `amount` in minor units. */
export interface PaymentReport {
  kind: 'captured' | 'failed'
  orderId: string
  paymentId: string
  amount: number
  currency: string
  failure: string | null
  /** What the provider keeps of it, where it says so. */
  fee?: number
}

/** What a provider tells of a refund; `payment`: the payment it belongs to, where the call says so. */
export interface RefundReport {
  status: 'done' | 'failed'
  providerRefundId: string
  /** Our own id of it; null: it was made at the provider. */
  refundId: string | null
  paymentId: string
  amount: number
  currency: string
  payment: PaymentReport | null
}

/** `null`: not signed by the provider. Without a report: signed, and of no interest to us. */
export type ProviderCall = { eventId: string; report: PaymentReport | null; refund?: RefundReport } | null

export interface NewProviderOrder {
  amount: number
  currency: string
  receipt: string
  /** What is paid for, and the address to come back to: for checkouts on the provider's own page. */
  description: string
  returnUrl: string
  /** Keep the way of payment for orders without a person, where the provider can. */
  keepsMandate?: boolean
  /** Who pays, where the way of payment is kept. */
  customer?: { name: string; email: string }
}

export interface MadeOrder {
  orderId: string
  /** The way of payment is not kept, though that was asked for: it can be paid by a person only. */
  keepsNoMandate?: true
  /** The provider's own id of the payer with a kept way of payment: its checkout asks for it. */
  customerId?: string
  /** The checkout on the provider's own page. */
  url: string | null
}

export interface OpenOrder {
  id: string
  orderId: string
  receivedAt: Date | null
  amount: number
  currency: string
}

export interface MandatedOrder {
  orderId: string
  receipt: string
  amount: number
  currency: string
  description: string
  earlierPaymentId: string
}

/** A way to pay: the only thing that the rest of billing knows of a provider. */
export interface PaymentProvider {
  name: PaymentProviderName
  /** The public key that the checkout of the provider is opened with. */
  keyId: string
  createOrder(order: NewProviderOrder): Promise<MadeOrder>
  /** Whether the provider signed that this payment paid this order. */
  isPaymentSigned(orderId: string, paymentId: string, signature: string): boolean
  readCall(body: Uint8Array, header: ReadHeader): ProviderCall
  /** The payment of an order that was never reported. */
  findPayment(order: OpenOrder): Promise<PaymentReport | null>
  /**
   * Pays an order without a person, where the provider holds a mandate. @returns the call of its webhook, where it is answered at once.
   * Undefined: the provider cannot.
   */
  payAgain?(order: { orderId: string; amount: number; currency: string }): Promise<{ body: Uint8Array; header: ReadHeader }>
  /** Pays without a person by the way that an earlier payment left with the provider: first the order, which takes no money, then the payment. */
  byMandate?: {
    createOrder(order: { receipt: string; amount: number; currency: string; earlierPaymentId: string }): Promise<{ orderId: string }>
    /** Null: it is reported later. */
    pay(order: MandatedOrder): Promise<PaymentReport | null>
  }
  /** Gives money back; a repeat with the same id gives nothing more. */
  refund(refund: { id: string; paymentId: string; amount: number; currency: string }): Promise<MadeRefund>
  /** How far a refund is that the provider has taken. */
  findRefund(refund: { providerRefundId: string; paymentId: string }): Promise<MadeRefund>
}

export interface MadeRefund {
  providerRefundId: string
  status: 'pending' | 'done' | 'failed'
}

/** The provider holds no way of payment to go on with. */
export class NoMandate extends Error {}
