import type { Subscription } from '@imperium/contract/billing/billing.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { countMembers, limitsOf, operatorOrganization, readPlanOf } from '../../organizations/index.ts'
import { readUnusedCredit } from '../ledger-store.ts'
import { chosenProvider } from '../providers/choose-provider.ts'
import { graceEnd } from './life.ts'
import { priceOf, versionFor } from './quote.ts'
import { findSubscription } from './subscription-store.ts'

export async function readSubscription(platform: Platform, tx: OrgTx): Promise<Subscription> {
  const { planType, version, billingCycle } = await readPlanOf(tx)
  const row = await findSubscription(tx)
  const { total } = await countMembers(tx, platform.clock.now())
  const follows = row?.next ?? { planType, billingCycle }
  const plan = await versionFor(tx, follows.planType)
  const isFollowed = row !== undefined && row.status !== 'ENDED' && follows.planType !== 'FREE' && !row.next?.orderId
  return {
    planType,
    planVersion: version,
    billingCycle,
    periodStart: row?.start.toISOString() ?? null,
    periodEnd: row?.end.toISOString() ?? null,
    status: row?.status ?? null,
    graceEndsAt: row?.status === 'PAST_DUE' ? graceEnd(row).toISOString() : null,
    next: row?.next ? { planType: row.next.planType, billingCycle: row.next.billingCycle, isPaid: row.next.orderId !== null } : null,
    renewalAmount: isFollowed ? priceOf(plan, follows.billingCycle) : null,
    currency: plan.currency,
    credit: await readUnusedCredit(tx, plan.currency),
    members: total,
    maxUsers: (await limitsOf(tx)).maxUsers,
    provider: chosenProvider(platform),
    isOperator: (await operatorOrganization(tx)) === tx.orgId,
  }
}
