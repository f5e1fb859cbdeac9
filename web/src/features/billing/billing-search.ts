export interface BillingSearch {
  /** The number of an order, where Stripe's page comes back to. */
  paid?: string
}

export const parseBillingSearch = ({ paid }: Record<string, unknown>): BillingSearch =>
  typeof paid === 'string' && /^IMP-[0-9A-F]{20}$/.test(paid) ? { paid } : {}
