import type { OrgTx } from '../../../platform/db/database.ts'
import { readPlanOf } from '../../organizations/index.ts'
import { awaitsRenewal } from '../automatic/awaits-renewal.ts'
import { addQuantity, listAddOns } from '../add-ons/add-on-store.ts'
import { exceedsMost } from '../add-ons/price-add-ons.ts'
import { takeUse } from '../coupons/coupon-store.ts'
import { postEntry } from '../../../platform/ledger/ledger-store.ts'
import { readUnusedCredit } from '../customer-credit.ts'
import { isOfferGone } from '../operator/offer-store.ts'
import { changeOrder } from '../order-store.ts'
import type { Order } from '../order-store.ts'
import { dayOfMonth, endOfPeriod, unusedValue, wholeValue } from '../period.ts'
import { dueAt, firstStage, graceEnd, stageOfEnd } from './life.ts'
import { isBelow, unusedOf } from './quote.ts'
import { findSubscription, lockSubscription, saveSubscription } from './subscription-store.ts'
import type { SubscriptionRow } from './subscription-store.ts'

const dayMs = 86_400_000
/** How long the credit for unused time holds that an order counted with: a bank transfer takes days. */
const creditHoldsMs = ({ provider }: Order): number => (provider === 'bank' ? 14 * dayMs : dayMs)

/** What a paid order does: a period at once, one more of the same plan, the next one, or nothing. */
export type Effect = 'now' | 'extend' | 'next' | 'refused'

/** @returns with the reason where it buys nothing. */
export async function effectOf(tx: OrgTx, order: Order, now: Date): Promise<{ effect: Effect; reason?: string }> {
  const found = await planEffectOf(tx, order, now)
  if (found.effect === 'refused' || order.couponCode === null) return found
  if (await takeUse(tx, order.couponCode, { orderId: order.id, until: null })) return found
  return { effect: 'refused', reason: 'The coupon was used by another payment.' }
}

/** Add-ons were priced for the rest of a period: in another one they are worth something else. */
async function addOnEffectOf(tx: OrgTx, order: Order, now: Date): Promise<{ effect: Effect; reason?: string }> {
  await lockSubscription(tx)
  const row = await findSubscription(tx)
  const isSame = row?.status === 'ACTIVE' && row.end > now && row.orderId === order.basedOn
  // It was paid without these.
  if (row?.next?.orderId) return { effect: 'refused', reason: 'The next period is paid already.' }
  if (order.addOn !== null && (await exceedsMost(tx, order.addOn, order.addOnQuantity ?? 0)))
    return { effect: 'refused', reason: 'There are too many of the add-on.' }
  return isSame ? { effect: 'now' } : { effect: 'refused', reason: 'The period of the add-on is over.' }
}

async function planEffectOf(tx: OrgTx, order: Order, now: Date): Promise<{ effect: Effect; reason?: string }> {
  if (order.purpose === 'ADD_ON') return addOnEffectOf(tx, order, now)
  if (order.planType === null) return { effect: 'now' }
  await lockSubscription(tx)
  const plan = await readPlanOf(tx)
  const { planType } = plan
  const isLarger = isBelow(planType, order.planType)
  const subscription = await findSubscription(tx)
  if (order.isAutomatic && !awaitsRenewal(order, subscription, plan))
    return { effect: 'refused', reason: 'The period was paid, or its renewal was changed, before the automatic payment arrived.' }
  if (order.planType === 'OVERLORD' && order.planVersion !== null && (await isOfferGone(tx, order.planVersion, now)))
    return { effect: 'refused', reason: 'The offer is not valid any more.' }
  if (!(await isCreditThere(tx, order, subscription, now)))
    return { effect: 'refused', reason: 'The credit for unused time has changed since the order.' }
  const addOns = await listAddOns(tx)
  if (addOns.some(({ addOn, quantity, nextQuantity }) => (isLarger ? quantity : nextQuantity) > (order.addOns[addOn] ?? 0)))
    return { effect: 'refused', reason: 'The add-ons have changed since the order.' }
  const isRunning = subscription !== undefined && subscription.status !== 'ENDED' && graceEnd(subscription) > now
  if (isLarger) return { effect: 'now' }
  if (isRunning && subscription.next?.orderId) return { effect: 'refused', reason: 'The next period is paid already.' }
  // What was reduced goes at the end of this period, and one that is made longer would keep it.
  const waits = isRunning && subscription.end > now && addOns.some(({ addOn, quantity }) => quantity > (order.addOns[addOn] ?? 0))
  if (order.planType === planType) return { effect: waits ? 'next' : isRunning ? 'extend' : 'now' }
  if (!isRunning || subscription.next?.planType !== order.planType) return { effect: 'refused', reason: 'A larger plan is in force.' }
  // Within the grace time there is no period left to wait for.
  return { effect: subscription.end > now ? 'next' : 'extend' }
}

async function isCreditThere(tx: OrgTx, order: Order, subscription: SubscriptionRow | undefined, now: Date): Promise<boolean> {
  if (order.credit === 0) return true
  if ((await readUnusedCredit(tx, order.currency)) >= order.credit) return true
  const isFresh = now.getTime() - order.createdAt.getTime() <= creditHoldsMs(order)
  return isFresh && subscription !== undefined && subscription.status !== 'ENDED' && order.basedOn === subscription.orderId
}

/** Writes the period that a paid order buys, and moves unused time to the credit that pays a part of it. */
export async function applyPayment(
  tx: OrgTx,
  order: Order,
  effect: Exclude<Effect, 'refused'>,
  now: Date,
  timeZone: string,
): Promise<void> {
  const found = await findSubscription(tx)
  // What renewed by itself before it ended does so no more, unless its payer chooses it anew.
  const renewal = order.keepsMandate ? { renewsItself: true } : found && found.status !== 'ENDED' ? {} : { renewsItself: false }
  const subscription = found && { ...found, ...renewal }
  if (order.addOn !== null && order.addOnQuantity !== null && subscription) {
    await addQuantity(tx, order.addOn, order.addOnQuantity)
    const periodValue = wholeValue(subscription, order.amount, now)
    await changeOrder(tx, order.id, { status: order.status, periodValue })
    return saveSubscription(tx, { ...subscription, addOnValue: (subscription.addOnValue ?? 0) + periodValue })
  }
  if (order.planType === null || order.billingCycle === 'ONETIME') return
  const cycle = order.billingCycle
  const value = order.amount + order.credit
  if (effect === 'next' && subscription) {
    const next = { planType: order.planType, billingCycle: cycle, orderId: order.id }
    return saveSubscription(tx, { ...subscription, next, stage: stageOfEnd, dueAt: subscription.end })
  }
  if (effect === 'extend' && subscription) {
    const start = subscription.end > now ? subscription.start : subscription.end
    const period = { start, end: endOfPeriod(subscription.end, cycle, { anchorDay: subscription.anchorDay, timeZone }) }
    const whole = subscription.end > now ? subscription.value + value : value
    return saveSubscription(tx, { ...subscription, ...running(order.id, period, whole, now), ...addOnsOver(subscription, period, now) })
  }
  await creditUnused(tx, order, subscription, now)
  const anchorDay = dayOfMonth(now, timeZone)
  const period = { start: now, end: endOfPeriod(now, cycle, { anchorDay, timeZone }) }
  const resumed = subscription?.paused ? { resumedAt: now } : {}
  await saveSubscription(tx, { anchorDay, ...running(order.id, period, value, now), ...renewal, ...resumed })
}

/** Add-ons bought for the rest of a period whose end moves: the unused part is worth as much as before. */
export const addOnsOver = (row: SubscriptionRow, period: { start: Date; end: Date }, now: Date): Pick<SubscriptionRow, 'addOnValue'> => ({
  addOnValue: wholeValue(period, unusedValue(row, row.addOnValue ?? 0, now), now),
})

/** The row of a period that is paid. */
export function running(orderId: string, period: { start: Date; end: Date }, value: number, now: Date): Omit<SubscriptionRow, 'anchorDay'> {
  const stage = firstStage(period, now)
  return { orderId, ...period, status: 'ACTIVE', value, addOnValue: 0, next: null, stage, dueAt: dueAt(period, stage) }
}

/** At least what the order counted with when it was made. */
async function creditUnused(tx: OrgTx, order: Order, subscription: SubscriptionRow | undefined, now: Date): Promise<void> {
  const missing = order.credit - (await readUnusedCredit(tx, order.currency))
  const unused = Math.max(await unusedOf(tx, subscription, now), missing)
  if (unused <= 0) return
  await postEntry(tx, {
    cause: { kind: 'unused', id: order.id },
    currency: order.currency,
    postings: [
      { account: 'income:subscriptions', amount: unused },
      { account: 'customer:unused', amount: -unused },
    ],
  })
}
