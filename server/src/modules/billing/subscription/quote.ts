import { billingTexts, yearlyOf } from '@imperium/contract/billing/billing.ts'
import type { BillingCycle } from '@imperium/contract/billing/billing.ts'
import { planTypes } from '@imperium/contract/plans.ts'
import type { PlanType } from '@imperium/contract/plans.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { currentPlan, findPlanVersion, readPlanOf } from '../../organizations/index.ts'
import type { CataloguePlan } from '../../organizations/index.ts'
import { addOnsOf, priceOfAddOns } from '../add-ons/price-add-ons.ts'
import { discountOf } from '../coupons/take-off.ts'
import { readUnusedCredit } from '../customer-credit.ts'
import { unusedValue } from '../period.ts'
import { findOpenOffer } from '../operator/offer-store.ts'
import { findOrder, valueOf } from '../order-store.ts'
import type { Order } from '../order-store.ts'
import { findSubscription } from './subscription-store.ts'
import type { SubscriptionRow } from './subscription-store.ts'

/** `a` is a smaller plan than `b`. */
export const isBelow = (a: PlanType, b: PlanType): boolean => planTypes.indexOf(a) < planTypes.indexOf(b)

/** Providers accept no smaller payment, so credit never covers the whole price. */
const leastAmount = 100

/** The price of a plan now, and its start. */
export interface Quote {
  planType: PlanType
  planVersion: number
  billingCycle: BillingCycle
  currency: string
  price: number
  /** The part of the price that a coupon covers. */
  discount: number
  /** The part of the price that unused time covers. */
  credit: number
  /** The order whose unused time is credited. */
  basedOn: string | null
  /** The add-ons that the price has. */
  addOns: Order['addOns']
  /** Null: now. */
  startsAt: Date | null
}

/** A subscriber keeps the version of the plan until it changes plan, or accepts an offer that the operator made to it: a person does that. */
export async function versionFor(tx: OrgTx, planType: PlanType, now: Date, byPerson = true): Promise<CataloguePlan> {
  const offer = planType === 'OVERLORD' && byPerson ? await findOpenOffer(tx, now) : undefined
  if (offer) return findPlanVersion(tx, planType, offer.version)
  const inForce = await readPlanOf(tx)
  const kept = planType === inForce.planType ? await findPlanVersion(tx, planType, inForce.version) : undefined
  return kept?.monthlyPrice === undefined || kept.monthlyPrice === null ? currentPlan(tx, planType) : kept
}

export const priceOf = ({ monthlyPrice }: CataloguePlan, cycle: BillingCycle): number | null =>
  monthlyPrice === null ? null : cycle === 'YEARLY' ? yearlyOf(monthlyPrice) : monthlyPrice

/** The unused part of the current period. */
export const unusedPeriod = (row: SubscriptionRow, now: Date): number => unusedValue(row, row.value + (row.addOnValue ?? 0), now)

/** The unused part of the current period, and of a next period that is paid for. */
export async function unusedOf(tx: OrgTx, subscription: SubscriptionRow | undefined, now: Date): Promise<number> {
  if (!subscription || subscription.status === 'ENDED') return 0
  const next = subscription.next?.orderId ? await findOrder(tx, subscription.next.orderId) : undefined
  return unusedPeriod(subscription, subscription.paused?.at ?? now) + (next ? valueOf(next) : 0)
}

/** @throws 409 for a plan that cannot be bought now. */
export async function quotePlan(
  tx: OrgTx,
  planType: PlanType,
  billingCycle: BillingCycle,
  now: Date,
  { couponCode, byPerson = true }: { couponCode?: string | undefined; byPerson?: boolean } = {},
): Promise<Quote> {
  const inForce = await readPlanOf(tx)
  const plan = await versionFor(tx, planType, now, byPerson)
  if (planType === 'FREE')
    throw conflict(
      inForce.planType === 'FREE' ? billingTexts.alreadyFree : 'The free plan is not paid for. Choose it for the end of the period.',
    )
  const planPrice = priceOf(plan, billingCycle)
  if (planPrice === null) throw conflict(billingTexts.askSales)
  const isLarger = isBelow(inForce.planType, planType)
  const addOns = await addOnsOf(tx, isLarger ? 'now' : 'next')
  const price = planPrice + priceOfAddOns(addOns, billingCycle)
  const subscription = await findSubscription(tx)
  if (subscription?.status === 'PAUSED') throw conflict('The subscription is paused. Let it go on first.')
  const isRunning = subscription !== undefined && subscription.status !== 'ENDED'
  const least = Math.min(price, leastAmount)
  const discount = couponCode === undefined ? 0 : await discountOf(tx, couponCode, { planType, price, least, now })
  const shared = { planType, planVersion: plan.version, billingCycle, currency: plan.currency, price, discount, addOns }
  const balance = await readUnusedCredit(tx, plan.currency)
  if (isLarger) {
    const unused = await unusedOf(tx, subscription, now)
    return {
      ...shared,
      credit: Math.min(balance + unused, price - discount - least),
      basedOn: unused > 0 ? (subscription?.orderId ?? null) : null,
      startsAt: null,
    }
  }
  if (subscription?.next?.orderId) throw conflict('The next period is paid already.')
  if (isBelow(planType, inForce.planType) && !(isRunning && subscription.next?.planType === planType))
    throw conflict('Choose the smaller plan for the end of the period first.')
  const startsAt = isRunning && subscription.end > now ? subscription.end : null
  return { ...shared, credit: Math.min(balance, price - discount - least), basedOn: null, startsAt }
}
