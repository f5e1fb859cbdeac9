import type { CheckoutProvider } from '@imperium/contract/sales/sales-settings.ts'
import type { ReadHeader } from '../../../platform/signed-http/signatures.ts'

/** What is to be paid, as the provider shows it. */
export interface CheckoutOrder {
  /** Ours; the provider says it again with each report. */
  id: string
  amount: number
  currency: string
  description: string
  email: string
  /** Where the customer comes back to. */
  returnUrl: string
  /** Within the time in which missed payments are looked for. */
  expiresAt: Date
}

/** A payment as the provider reports it. `amount` in minor units. */
export interface PaidCheckout {
  checkoutId: string
  paymentId: string
  amount: number
  currency: string
}

/** `null`: not signed by the provider. Without `paid`: signed, and of no interest to us. */
export type CheckoutCall = { paid: PaidCheckout | null } | null

/** A page of the organization's payment provider where one invoice is paid: the only thing that sales knows of a provider. */
export interface HostedCheckout {
  name: CheckoutProvider
  open(order: CheckoutOrder): Promise<{ providerId: string; url: string }>
  /** Asks the provider, for calls that were lost. */
  lookUp(providerId: string): Promise<PaidCheckout | null>
  readCall(body: Uint8Array, header: ReadHeader, now: Date): CheckoutCall
}
