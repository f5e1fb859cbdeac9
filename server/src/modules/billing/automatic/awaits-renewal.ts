import type { Order } from '../order-store.ts'
import { renewAheadMs } from '../subscription/life.ts'
import type { SubscriptionRow } from '../subscription/subscription-store.ts'

/**
 * Whether an automatic order still renews what it was made for: its payer may have paid, paused, cancelled, stopped the renewal or chosen
 * another plan while it was on its way. `plan`: in force.
 */
export function awaitsRenewal(order: Order, row: SubscriptionRow | undefined, plan: Chosen): row is SubscriptionRow {
  if (row?.renewsItself !== true || (row.status !== 'ACTIVE' && row.status !== 'PAST_DUE')) return false
  const { planType, billingCycle } = row.next ?? plan
  if (planType !== order.planType || billingCycle !== order.billingCycle) return false
  return row.end.getTime() - order.createdAt.getTime() <= renewAheadMs
}

interface Chosen {
  planType: string
  billingCycle: string
}
