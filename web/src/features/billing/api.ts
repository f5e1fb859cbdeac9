import { addOns } from '@imperium/contract/billing/add-ons.ts'
import { billing } from '@imperium/contract/billing/billing.ts'
import type { PaymentOrder } from '@imperium/contract/billing/billing.ts'
import { credits } from '@imperium/contract/billing/credits.ts'
import { dashboard } from '@imperium/contract/dashboard.ts'
import { mutation, query } from '../../lib/api.ts'

const silent = { meta: { silent: true } } as const

export const plansQuery = { ...query(billing.plans), ...silent, staleTime: 5 * 60_000 }
export const subscriptionQuery = { ...query(billing.subscription), ...silent }
export const invoicesQuery = { ...query(billing.invoices), ...silent }
export const creditsQuery = { ...query(credits.read), ...silent }
export const addOnsQuery = { ...query(addOns.list), ...silent }
export const usageQuery = { ...query(dashboard.usage), ...silent }

/** What a payment changes on the screen: the plan stands in the session too. */
export const changedByPayment = [['billing'], ['add-ons'], ['credits'], ['auth'], ['dashboard'], ['team'], ['agents']] as const

export const payMutation = mutation(billing.paySandbox, { silent: true })

/** What is paid for, with its order. */
export interface Payment {
  order: PaymentOrder
  /** `Conqueror`, or the word for a contribution. */
  name: string
  type: 'SUBSCRIPTION' | 'CONTRIBUTION' | 'CREDITS' | 'ADD_ON'
}

/** What the checkout returns: the provider signed that this payment paid the order. */
export interface Proof {
  paymentId: string
  signature: string
}
