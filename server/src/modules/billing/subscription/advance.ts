import { billingEvents } from '@imperium/contract/events/billing.ts'
import type { subscriptionNews } from '@imperium/contract/events/billing.ts'
import type { PlanType } from '@imperium/contract/plans.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { asOrg } from '../../../platform/db/database.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { eachOrganization } from '../../../platform/each-organization.ts'
import type { Platform } from '../../../platform/platform.ts'
import { currentPlan, findPlanVersion, findProfile, lockPlanOf, readPlanOf } from '../../organizations/index.ts'
import { renewalWay } from '../automatic/renewal-way.ts'
import { nextAddOnsPrice } from '../add-ons/price-add-ons.ts'
import { reduceAddOns, restoreAddOns } from '../add-ons/raise-limits.ts'
import { formatAmount } from '../format-amount.ts'
import { findOrder, valueOf } from '../order-store.ts'
import type { Order } from '../order-store.ts'
import { endOfPeriod } from '../period.ts'
import { running } from './apply-payment.ts'
import { endLongPause } from './pause.ts'
import { putOnPlan } from './put-on-plan.ts'
import type { PlanInForce } from './put-on-plan.ts'
import { dueAt, graceEnd, stepOf } from './life.ts'
import { priceOf } from './quote.ts'
import { dueSubscriptions, findSubscription, lockSubscription, saveSubscription } from './subscription-store.ts'
import type { SubscriptionRow } from './subscription-store.ts'

type News = (typeof subscriptionNews)[number]
interface State {
  row: SubscriptionRow
  plan: PlanInForce
  news: News | null
  /** The add-ons that the period which began was paid with. */
  paidFor?: Order['addOns']
}

/** Takes every subscription that is due as far as the clock says: reminders, the end of a period, requests for payment, the end. */
export const advanceSubscriptions = (platform: Platform): Promise<void> =>
  eachOrganization(
    platform,
    (tx, after, limit) => dueSubscriptions(tx, platform.clock.now(), after, limit),
    (orgId) => advanceSubscription(platform, orgId),
    'a subscription could not be taken on',
  )

/** One transaction under the lock of the organization: a second worker finds nothing due. */
export async function advanceSubscription(platform: Platform, orgId: string): Promise<void> {
  await platform.db.withAuth(async (tx) => {
    await lockPlanOf(tx, orgId)
    const now = platform.clock.now()
    const before = await asOrg(tx, orgId, findSubscription)
    if (before?.paused && before.dueAt !== null && before.dueAt <= now) await endLongPause(platform, tx, orgId)
    const done = await asOrg(tx, orgId, (orgTx) => advanceIn(orgTx, now))
    if (!done) return
    const { before: was, state, hasEnded } = done
    if (hasEnded) await reduceAddOns(tx, orgId)
    if (was.planType !== state.plan.planType || was.version !== state.plan.version) await putOnPlan(platform, tx, orgId, state.plan)
    await restoreAddOns(tx, orgId, state.paidFor ?? {})
    await asOrg(tx, orgId, (orgTx) => tellNews(platform, orgTx, state))
  })
}

async function advanceIn(tx: OrgTx, now: Date): Promise<{ before: PlanInForce; state: State; hasEnded: boolean } | undefined> {
  await lockSubscription(tx)
  const row = await findSubscription(tx)
  if (!row?.dueAt || row.dueAt > now) return undefined
  const timeZone = (await findProfile(tx, tx.orgId))?.timeZone ?? 'UTC'
  const before = await readPlanOf(tx)
  let state: State = { row, plan: before, news: null }
  while (state.row.dueAt && state.row.dueAt <= now) state = await takeStep(tx, state, timeZone)
  await saveSubscription(tx, state.row)
  // The end of the period was passed: it is unpaid now, or another one runs.
  const hasEnded = row.status === 'ACTIVE' && row.end <= now
  return { before, state, hasEnded }
}

async function takeStep(tx: OrgTx, { row, plan }: State, timeZone: string): Promise<State> {
  const later = (change: Partial<SubscriptionRow>): SubscriptionRow => {
    const stage = row.stage + 1
    return { ...row, ...change, stage, dueAt: dueAt(row, stage) }
  }
  switch (stepOf(row.stage)) {
    case 'remind':
      return { row: later({}), plan, news: row.next?.planType === 'FREE' ? 'ends' : row.renewsItself ? 'renews-itself' : 'renews' }
    case 'end-period':
      return endPeriod(tx, { row, plan, news: null }, timeZone, later)
    case 'request':
      return { row: later({}), plan, news: 'due' }
    case 'end':
    case undefined:
      return endPlan(tx, row)
  }
}

async function endPeriod(
  tx: OrgTx,
  { row, plan }: State,
  timeZone: string,
  later: (change: Partial<SubscriptionRow>) => SubscriptionRow,
): Promise<State> {
  const { next } = row
  const paid = next?.orderId ? await findOrder(tx, next.orderId) : undefined
  if (next && paid) {
    const period = { start: row.end, end: endOfPeriod(row.end, next.billingCycle, { anchorDay: row.anchorDay, timeZone }) }
    const version = paid.planVersion ?? 1
    return {
      row: { ...row, ...running(paid.id, period, valueOf(paid), row.end) },
      plan: { planType: next.planType, version, billingCycle: next.billingCycle },
      news: 'changed',
      paidFor: paid.addOns,
    }
  }
  if (next?.planType === 'FREE') return endPlan(tx, row)
  const follows = next ? { ...next, version: await versionAfter(tx, plan, next.planType) } : plan
  const isPriced = priceOf(await findPlanVersion(tx, follows.planType, follows.version), follows.billingCycle) !== null
  // A plan that is agreed with sales goes on until its operator ends it.
  if (!isPriced) return { row: { ...row, next: null, dueAt: null }, plan, news: null }
  const { planType, version, billingCycle } = follows
  return { row: later({ status: 'PAST_DUE', next: null }), plan: { planType, version, billingCycle }, news: 'due' }
}

const versionAfter = async (tx: OrgTx, plan: PlanInForce, planType: PlanType): Promise<number> =>
  plan.planType === planType ? plan.version : (await currentPlan(tx, planType)).version

async function endPlan(tx: OrgTx, row: SubscriptionRow): Promise<State> {
  const { version } = await currentPlan(tx, 'FREE')
  return {
    row: { ...row, status: 'ENDED', next: null, dueAt: null },
    plan: { planType: 'FREE', version, billingCycle: 'MONTHLY' },
    news: 'ended',
  }
}

async function tellNews(platform: Platform, tx: OrgTx, { row, plan, news }: State): Promise<void> {
  if (news === null) return
  if (news === 'renews-itself' && (await renewalWay(platform, tx, row)) === undefined)
    return tellNews(platform, tx, { row, plan, news: 'renews' })
  const isReminder = news === 'renews' || news === 'renews-itself'
  const follows = isReminder && row.next ? row.next : plan
  const catalogued = await currentPlan(tx, follows.planType)
  const kept = follows.planType === plan.planType ? await findPlanVersion(tx, plan.planType, plan.version) : catalogued
  const amount = (priceOf(kept, follows.billingCycle) ?? 0) + (await nextAddOnsPrice(tx, follows.billingCycle))
  const date = (news === 'due' ? graceEnd(row) : row.end).toISOString()
  const payload = { news, planType: follows.planType, date, amount: formatAmount(amount, kept.currency) }
  await platform.events.emit(tx, billingEvents.subscription, payload)
  if (isReminder || news === 'ends') return
  await recordAudit(tx, tx.orgId, {
    actor: { kind: 'system', id: null, name: 'Payments' },
    action: `billing.${news}`,
    target: { kind: 'billing', id: row.orderId ?? tx.orgId, name: plan.planType },
    after: { planType: plan.planType, billingCycle: plan.billingCycle, status: row.status, periodEnd: row.end.toISOString() },
  })
}
