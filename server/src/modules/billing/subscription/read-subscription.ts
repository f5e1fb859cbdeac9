import { yearlyOf } from '@imperium/contract/billing/billing.ts'
import type { BillingCycle, Subscription } from '@imperium/contract/billing/billing.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { countMembers, findPlanVersion, limitsOf, operatorOrganization, readPlanOf } from '../../organizations/index.ts'
import type { CataloguePlan } from '../../organizations/index.ts'
import { paysAlone } from '../automatic/pay-automatically.ts'
import { renewalWay } from '../automatic/renewal-way.ts'
import { nextAddOnsPrice } from '../add-ons/price-add-ons.ts'
import { readUnusedCredit } from '../customer-credit.ts'
import { chosenProvider } from '../providers/choose-provider.ts'
import { findOpenOffer } from '../operator/offer-store.ts'
import { graceEnd } from './life.ts'
import { priceOf, versionFor } from './quote.ts'
import { findSubscription } from './subscription-store.ts'

export async function readSubscription(platform: Platform, tx: OrgTx): Promise<Subscription> {
  const { planType, version, billingCycle } = await readPlanOf(tx)
  const row = await findSubscription(tx)
  const { total } = await countMembers(tx, platform.clock.now())
  const paused = row?.paused ?? null
  const follows = row?.next ?? paused ?? { planType, billingCycle }
  const now = platform.clock.now()
  const plan = await versionFor(tx, follows.planType, now)
  const offer = await findOpenOffer(tx, now)
  const isFollowed = row !== undefined && row.status !== 'ENDED' && follows.planType !== 'FREE' && !row.next?.orderId
  return {
    planType,
    planVersion: version,
    billingCycle,
    periodStart: row?.start.toISOString() ?? null,
    periodEnd: row?.end.toISOString() ?? null,
    status: row?.status ?? null,
    paused: paused && { planType: paused.planType, since: paused.at.toISOString(), untilAtLatest: (row?.dueAt ?? paused.at).toISOString() },
    graceEndsAt: row?.status === 'PAST_DUE' ? graceEnd(row).toISOString() : null,
    next: row?.next ? { planType: row.next.planType, billingCycle: row.next.billingCycle, isPaid: row.next.orderId !== null } : null,
    renewalAmount: isFollowed ? await renewalOf(tx, plan, follows.billingCycle) : null,
    currency: plan.currency,
    renewsItself: row !== undefined && (await renewalWay(platform, tx, row)) !== undefined,
    canRenewItself: paysAlone(platform),
    credit: await readUnusedCredit(tx, plan.currency),
    members: total,
    maxUsers: (await limitsOf(tx)).maxUsers,
    provider: chosenProvider(platform),
    offer: offer ? await describeOffer(tx, offer) : null,
    isOperator: (await operatorOrganization(tx)) === tx.orgId,
  }
}

async function renewalOf(tx: OrgTx, plan: CataloguePlan, cycle: BillingCycle): Promise<number | null> {
  const price = priceOf(plan, cycle)
  return price === null ? null : price + (await nextAddOnsPrice(tx, cycle))
}

/** What the operator offers this organization. */
async function describeOffer(tx: OrgTx, { version, validUntil }: { version: number; validUntil: Date }): Promise<Subscription['offer']> {
  const { monthlyPrice, currency, limits } = await findPlanVersion(tx, 'OVERLORD', version)
  const price = monthlyPrice ?? 0
  return { planType: 'OVERLORD', price, yearlyPrice: yearlyOf(price), currency, limits, validUntil: validUntil.toISOString() }
}
