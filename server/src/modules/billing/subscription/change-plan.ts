import { heldLimits } from '@imperium/contract/billing/billing.ts'
import type { BillingCycle, PlanChange } from '@imperium/contract/billing/billing.ts'
import { planNames } from '@imperium/contract/plans.ts'
import type { PlanLimits, PlanType } from '@imperium/contract/plans.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { storageLeft } from '../../../platform/metering/metering.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { keptDays } from '../../activity/index.ts'
import { agentCounts } from '../../agents/index.ts'
import { countContacts } from '../../contacts/index.ts'
import { countMembers, limitsOf, readPlanOf } from '../../organizations/index.ts'
import type { CataloguePlan } from '../../organizations/index.ts'
import { listAddOns } from '../add-ons/add-on-store.ts'
import { nextAddOnsPrice } from '../add-ons/price-add-ons.ts'
import { raisedBy } from '../add-ons/raise-limits.ts'
import { dueAt, graceStage, stageOfLast } from './life.ts'
import { isBelow, priceOf, quotePlan, versionFor } from './quote.ts'
import { findSubscription, lockSubscription, saveSubscription } from './subscription-store.ts'
import type { SubscriptionRow } from './subscription-store.ts'

interface Choice {
  planType: PlanType
  billingCycle: BillingCycle
}

/** What is kept, not counted by the month, so that it may exceed a smaller plan. */
export async function heldBy(tx: OrgTx, now: Date): Promise<Pick<PlanLimits, (typeof heldLimits)[number]>> {
  const { storageBytes } = await limitsOf(tx)
  return {
    maxAgents: (await agentCounts(tx, { since: now, before: now })).total,
    maxUsers: (await countMembers(tx, now)).total,
    storageBytes: storageBytes - (await storageLeft(tx)),
    maxContacts: await countContacts(tx),
    retentionDays: await keptDays(tx),
  }
}

/** What a plan allows with the add-ons that go on; they end with the paid plan. */
async function limitsWith(tx: OrgTx, { planType, limits }: CataloguePlan): Promise<PlanLimits> {
  if (planType === 'FREE') return limits
  const raised = raisedBy((await listAddOns(tx)).map(({ addOn, nextQuantity: quantity }) => ({ addOn, quantity })))
  const sums = Object.entries(limits).map(([limit, value]: [string, number]) => [limit, value + (raised[limit as keyof PlanLimits] ?? 0)])
  return Object.fromEntries(sums) as PlanLimits
}

async function exceededBy(tx: OrgTx, limits: PlanLimits, now: Date): Promise<PlanChange['exceeds']> {
  const held = await heldBy(tx, now)
  return heldLimits.flatMap((limit) => (held[limit] > limits[limit] ? [{ limit, used: held[limit], allowed: limits[limit] }] : []))
}

/** @throws 409 for a plan that cannot be chosen. */
export async function previewPlan(
  { clock }: Platform,
  tx: OrgTx,
  { planType, billingCycle, couponCode }: Choice & { couponCode?: string | undefined },
): Promise<PlanChange> {
  const now = clock.now()
  const inForce = await readPlanOf(tx)
  const plan = await versionFor(tx, planType, now)
  const exceeds = isBelow(planType, inForce.planType) ? await exceededBy(tx, await limitsWith(tx, plan), now) : []
  if (!isBelow(planType, inForce.planType)) {
    const { price, discount, credit, currency, startsAt } = await quotePlan(tx, planType, billingCycle, now, { couponCode })
    return { price, discount, credit, amount: price - discount - credit, currency, startsAt: startsAt?.toISOString() ?? null, exceeds }
  }
  const { end } = await requireRunning(tx)
  const addOnsPrice = planType === 'FREE' ? 0 : await nextAddOnsPrice(tx, billingCycle)
  const price = (priceOf(plan, billingCycle) ?? 0) + addOnsPrice
  return { price, discount: 0, credit: 0, amount: price, currency: plan.currency, startsAt: end.toISOString(), exceeds }
}

async function requireRunning(tx: OrgTx) {
  const row = await findSubscription(tx)
  if (!row || row.status === 'ENDED') throw conflict('The operator of this installation set this plan. Ask the operator to change it.')
  if (row.status === 'PAUSED') throw conflict('The subscription is paused. Let it go on first.')
  if (row.next?.orderId) throw conflict('The next period is paid already.')
  return row
}

/**
 * Notes a smaller plan, or the other cycle, for the end of the period; FREE ends the subscription then. A larger plan is paid for at once.
 * @throws 409 for a larger plan, without a running period, and after the next period was paid.
 */
export async function changePlanAtEnd({ clock }: Platform, { tx, audit }: OrgContext, choice: Choice): Promise<void> {
  await lockSubscription(tx)
  const row = await requireRunning(tx)
  const inForce = await readPlanOf(tx)
  const { planType } = choice
  if (isBelow(inForce.planType, planType)) throw conflict('A larger plan begins at once. Pay for it to change.')
  if (planType !== 'FREE' && priceOf(await versionFor(tx, planType, clock.now()), choice.billingCycle) === null)
    throw conflict('Please contact sales for custom enterprise pricing')
  const isSame = planType === inForce.planType && choice.billingCycle === inForce.billingCycle
  const billingCycle = planType === 'FREE' ? 'MONTHLY' : choice.billingCycle
  await saveSubscription(tx, {
    ...row,
    ...nextStep(row, planType, clock.now()),
    next: isSame ? null : { planType, billingCycle, orderId: null },
  })
  audit({ targetName: planNames[planType], after: { planType, billingCycle, at: row.end.toISOString() } })
}

/** Cancelled within the grace time, the plan ends with the next step; taken back, it has the rest of that time again. */
function nextStep(row: SubscriptionRow, next: PlanType, now: Date): Partial<SubscriptionRow> {
  if (row.status !== 'PAST_DUE') return {}
  if (next === 'FREE') return { stage: stageOfLast, dueAt: now }
  const stage = graceStage(row, now)
  return { stage, dueAt: dueAt(row, stage) }
}

/** @throws 409 where nothing waits. */
export async function resumePlan({ clock }: Platform, { tx, audit }: OrgContext): Promise<void> {
  await lockSubscription(tx)
  const row = await requireRunning(tx)
  if (row.next === null) throw conflict('No change of plan is waiting.')
  const { planType } = await readPlanOf(tx)
  await saveSubscription(tx, { ...row, ...nextStep(row, planType, clock.now()), next: null })
  audit({ targetName: planNames[planType], before: { planType: row.next.planType } })
}
