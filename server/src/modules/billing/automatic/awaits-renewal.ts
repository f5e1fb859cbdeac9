import type { Order } from '../order-store.ts'
import { renewAheadMs } from '../subscription/life.ts'
import type { SubscriptionRow } from '../subscription/subscription-store.ts'

/** Whether an automatic order still renews what it was made for: its payer may have paid, paused or cancelled while it was on its way. */
export const awaitsRenewal = ({ createdAt }: Order, row: SubscriptionRow | undefined): row is SubscriptionRow =>
  row !== undefined &&
  (row.status === 'ACTIVE' || row.status === 'PAST_DUE') &&
  row.next?.planType !== 'FREE' &&
  row.end.getTime() - createdAt.getTime() <= renewAheadMs
