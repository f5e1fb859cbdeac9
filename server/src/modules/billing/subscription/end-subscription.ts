import { asOrg } from '../../../platform/db/database.ts'
import type { AuthTx, OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { currentPlan, findProfile } from '../../organizations/index.ts'
import { hasEntry, postEntry, postedBy } from '../../../platform/ledger/ledger-store.ts'
import { addOnOrdersSince, findOrder, ordersOfSamePlan, valueOf } from '../order-store.ts'
import type { Order } from '../order-store.ts'
import { endBefore, unusedValue } from '../period.ts'
import { addOnsOver } from './apply-payment.ts'
import { putOnPlan } from './put-on-plan.ts'
import { dueAt, firstStage, stageOfEnd } from './life.ts'
import { unusedPeriod } from './quote.ts'
import { findSubscription, lockSubscription, saveSubscription } from './subscription-store.ts'
import type { SubscriptionRow } from './subscription-store.ts'

const keptNext = (orderId: string) => ({ kind: 'unused' as const, id: `next:${orderId}` })

/** Whether the price of an order was kept as a credit because its period did not begin. */
const isKept = (tx: OrgTx, orderId: string): Promise<boolean> => hasEntry(tx, keptNext(orderId))

/** Before a next period is dropped: what was paid for it is kept as a credit. */
export async function keepNext(tx: OrgTx, { next }: SubscriptionRow): Promise<void> {
  const order = next?.orderId ? await findOrder(tx, next.orderId) : undefined
  if (!order || valueOf(order) <= 0 || (await isKept(tx, order.id))) return
  await postEntry(tx, {
    cause: keptNext(order.id),
    currency: order.currency,
    postings: [
      { account: 'income:subscriptions', amount: valueOf(order) },
      { account: 'customer:unused', amount: -valueOf(order) },
    ],
  })
}

const keptPaused = (orderId: string) => ({ kind: 'unused' as const, id: `paused:${orderId}` })

/** Before a paused period is dropped: its unused part is kept as a credit of the orders that paid for it, so that their refunds take it back. */
export async function keepPaused(tx: OrgTx, row: SubscriptionRow): Promise<void> {
  const order = row.paused && row.orderId !== null ? await findOrder(tx, row.orderId) : undefined
  if (!order || !row.paused) return
  const unused = unusedPeriod(row, row.paused.at)
  const ofAddOns = unusedValue(row, row.addOnValue ?? 0, row.paused.at)
  const shares = new Map<string, number>()
  const share = (id: string, amount: number) => shares.set(id, (shares.get(id) ?? 0) + amount)
  let left = unused - ofAddOns
  // The newest paid for the end of the period.
  for (const payer of payersOf(row, await ordersOfSamePlan(tx, order.id))) left -= shareOf(payer, left, share)
  left += ofAddOns
  for (const payer of await addOnOrdersSince(tx, row.start)) left -= shareOf(payer, left, share)
  share(order.id, left)
  for (const [orderId, amount] of shares) {
    const cause = keptPaused(orderId)
    const postings = [
      { account: 'income:subscriptions', amount },
      { account: 'customer:unused', amount: -amount },
    ]
    if (amount > 0) await postEntry(tx, { cause, currency: order.currency, postings })
  }
}

function shareOf(payer: Order, left: number, share: (id: string, amount: number) => void): number {
  const part = Math.min(left, valueOf(payer))
  if (part > 0) share(payer.id, part)
  return Math.max(0, part)
}

/** What of an order's price is kept as a credit and was not taken back by its refunds; part of it may be spent. */
export async function keptOf(tx: OrgTx, orderId: string, refundIds: readonly string[]): Promise<number> {
  const kept = await postedBy(tx, 'unused', [keptNext(orderId).id, keptPaused(orderId).id], 'customer:unused')
  return Math.max(0, -kept - (await postedBy(tx, 'refund', refundIds, 'customer:unused')))
}

/**
 * Takes a refund out of what its order paid for. In full: a next period does not begin, a period that other orders paid for too loses the
 * time of this one, and any other period ends at once.
 */
export async function refundPeriod(platform: Platform, tx: AuthTx, orgId: string, refund: Refunded): Promise<void> {
  const ends = await asOrg(tx, orgId, (orgTx) => refundIn(orgTx, refund, platform.clock.now()))
  if (!ends) return
  const { version } = await asOrg(tx, orgId, (orgTx) => currentPlan(orgTx, 'FREE'))
  await putOnPlan(platform, tx, orgId, { planType: 'FREE', version, billingCycle: 'MONTHLY' })
}

interface Refunded {
  order: Order
  amount: number
  isFull: boolean
}

/** @returns whether the plan ends. */
async function refundIn(tx: OrgTx, { order, amount, isFull }: Refunded, now: Date): Promise<boolean> {
  await lockSubscription(tx)
  const row = await findSubscription(tx)
  if (!row) return false
  if (row.next?.orderId === order.id) {
    if (!isFull) return false
    await keepNext(tx, row)
    await saveSubscription(tx, { ...row, next: null, renewsItself: false })
    return false
  }
  // Nothing was paid for a trial.
  if (row.status === 'ENDED' || row.orderId === null) return false
  const payers = payersOf(row, await ordersOfSamePlan(tx, row.orderId), { order, amount })
  if (!payers.some(({ id }) => id === order.id)) return false
  const others = payers.filter(({ id, amount: paid, refunded }) => id !== order.id && refunded < paid)
  const rest = { ...row, value: Math.max(0, row.value - amount) }
  if (!isFull) {
    await saveSubscription(tx, rest)
    return false
  }
  // Money that was given back is not taken anew without the payer.
  const stopped = { ...rest, renewsItself: false }
  const last = others[0]
  const timeZone = (await findProfile(tx, tx.orgId))?.timeZone ?? 'UTC'
  const end = endBefore(row.end, order.billingCycle === 'YEARLY' ? 'YEARLY' : 'MONTHLY', { anchorDay: row.anchorDay, timeZone })
  if (last && end > row.start) {
    const period = { start: row.start, end }
    const stage = row.next?.orderId ? stageOfEnd : firstStage(period, now)
    await saveSubscription(tx, {
      ...stopped,
      ...period,
      ...addOnsOver(row, period, now),
      orderId: last.id,
      stage,
      // A pause ends when it would have ended.
      dueAt: row.paused ? row.dueAt : dueAt(period, stage),
    })
    return false
  }
  await keepNext(tx, row)
  await saveSubscription(tx, { ...row, status: 'ENDED', next: null, dueAt: null })
  return true
}

/** The orders that paid for a period: those since its start, and one from before that waited for it as the next one. */
function payersOf(row: SubscriptionRow, orders: readonly Order[], refund?: Pick<Refunded, 'order' | 'amount'>): Order[] {
  const worth = (order: Order) => valueOf(order) + (order.id === refund?.order.id ? refund.amount : 0)
  const isSince = ({ id, activatedAt }: Order) => id === row.orderId || (activatedAt !== null && activatedAt >= row.start)
  const since = orders.filter(isSince)
  const before = orders.find((order) => !isSince(order))
  const missing = row.value - since.reduce((sum, order) => sum + worth(order), 0)
  return before && missing > 0 && missing === worth(before) ? [...since, before] : since
}
