import { billingEvents } from '@imperium/contract/events/billing.ts'
import type { BillingCycle } from '@imperium/contract/billing/billing.ts'
import type { PlanType } from '@imperium/contract/plans.ts'
import { accessChanged } from '../../../platform/auth/access-signals.ts'
import { asOrg } from '../../../platform/db/database.ts'
import type { AuthTx } from '../../../platform/db/database.ts'
import { signal } from '../../../platform/events/live.ts'
import type { Platform } from '../../../platform/platform.ts'
import { changePlan, limitsOf, listMemberIds, readPlanOf } from '../../organizations/index.ts'
import { withAddOns } from '../add-ons/raise-limits.ts'
import { isBelow } from './quote.ts'

export interface PlanInForce {
  planType: PlanType
  version: number
  billingCycle: BillingCycle
}

/** Changes plan and limits, tells the sessions of all members, and has what exceeds smaller limits paused. */
export async function putOnPlan(platform: Platform, tx: AuthTx, orgId: string, plan: PlanInForce): Promise<void> {
  const before = await asOrg(tx, orgId, readPlanOf)
  await withAddOns(tx, orgId, plan.planType === 'FREE', () => changePlan(tx, orgId, plan))
  const memberIds = await asOrg(tx, orgId, async (orgTx) => {
    if (isBelow(plan.planType, before.planType)) {
      const { maxAgents } = await limitsOf(orgTx)
      await platform.events.emit(orgTx, billingEvents.planReduced, { planType: plan.planType, maxAgents })
    }
    return listMemberIds(orgTx)
  })
  for (const userId of memberIds) await signal(tx, accessChanged({ userId }))
}
