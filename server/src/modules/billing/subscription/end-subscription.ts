import { asOrg } from '../../../platform/db/database.ts'
import type { AuthTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { currentPlan } from '../../organizations/index.ts'
import { putOnPlan } from './advance.ts'
import { findSubscription, saveSubscription } from './subscription-store.ts'

/** Ends the period that an order paid for, at once; a next period that it paid for does not begin. */
export async function endSubscriptionOf(platform: Platform, tx: AuthTx, orgId: string, orderId: string): Promise<void> {
  const isInForce = await asOrg(tx, orgId, async (orgTx) => {
    const row = await findSubscription(orgTx)
    if (row?.next?.orderId === orderId) await saveSubscription(orgTx, { ...row, next: null })
    if (row?.orderId !== orderId || row.status === 'ENDED') return false
    await saveSubscription(orgTx, { ...row, status: 'ENDED', next: null, dueAt: null })
    return true
  })
  if (!isInForce) return
  const { version } = await asOrg(tx, orgId, (orgTx) => currentPlan(orgTx, 'FREE'))
  await putOnPlan(platform, tx, orgId, { planType: 'FREE', version, billingCycle: 'MONTHLY' })
}
