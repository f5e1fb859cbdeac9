import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { readPlanOf } from '../../organizations/index.ts'
import { findOrder } from '../order-store.ts'
import { openProvider } from '../providers/choose-provider.ts'
import { isBelow } from '../subscription/quote.ts'
import type { SubscriptionRow } from '../subscription/subscription-store.ts'
import { mandatePayment } from './automatic-store.ts'
import { paysAlone } from './pay-automatically.ts'

/** The payment with the mandate that pays the next period; null: the provider needs none. Undefined: a person pays it. */
export async function renewalWay(platform: Platform, tx: OrgTx, row: SubscriptionRow): Promise<string | null | undefined> {
  if (row.renewsItself !== true || row.status === 'ENDED' || !paysAlone(platform)) return undefined
  if (!(await isPaidPlan(tx, row))) return undefined
  const { payAgain, name } = openProvider(platform)
  return payAgain ? null : ((await mandatePayment(tx, name, 'SUBSCRIPTION')) ?? undefined)
}

/** Whether the plan that goes on is one that was paid for, or smaller: the operator may have set another one, or another price. */
async function isPaidPlan(tx: OrgTx, { orderId, paused }: SubscriptionRow): Promise<boolean> {
  const paid = orderId === null ? undefined : await findOrder(tx, orderId)
  if (!paid?.planType) return false
  const { planType, version } = paused ?? (await readPlanOf(tx))
  return isBelow(planType, paid.planType) || (planType === paid.planType && version === paid.planVersion)
}
