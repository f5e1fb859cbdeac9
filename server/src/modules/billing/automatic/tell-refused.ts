import { billingEvents } from '@imperium/contract/events/billing.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { formatAmount } from '../format-amount.ts'
import { readPlanOf } from '../../organizations/index.ts'
import { findOrder } from '../order-store.ts'
import { awaitsRenewal } from './awaits-renewal.ts'
import { graceEnd } from '../subscription/life.ts'
import { findSubscription } from '../subscription/subscription-store.ts'

/** The owner pays it within the time that is left, unless it is paid or cancelled by now. */
export async function tellRefused(platform: Platform, tx: OrgTx, orderId: string): Promise<void> {
  const [order, row] = [await findOrder(tx, orderId), await findSubscription(tx)]
  if (!order?.planType || !awaitsRenewal(order, row, await readPlanOf(tx))) return
  const payload = { news: 'refused', planType: order.planType, date: graceEnd(row).toISOString() } as const
  await platform.events.emit(tx, billingEvents.subscription, { ...payload, amount: formatAmount(order.amount, order.currency) })
}
