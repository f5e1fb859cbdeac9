import { planNames } from '@imperium/contract/plans.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { eachOrganization } from '../../../platform/each-organization.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { readPlanOf } from '../../organizations/index.ts'
import { changeOrder, insertOrder, receiptOf } from '../order-store.ts'
import { openProvider } from '../providers/choose-provider.ts'
import { renewAheadMs } from '../subscription/life.ts'
import { quotePlan } from '../subscription/quote.ts'
import { findSubscription, lockSubscription } from '../subscription/subscription-store.ts'
import type { SubscriptionRow } from '../subscription/subscription-store.ts'
import { automaticOrders, isChargeable, renewingSubscriptions } from './automatic-store.ts'
import { payAutomatically, paysAlone } from './pay-automatically.ts'
import type { AutomaticOrder } from './pay-automatically.ts'
import { renewalWay } from './renewal-way.ts'
import { tellRefused } from './tell-refused.ts'

const dayMs = 86_400_000
const mostAttempts = 3

/** Pays the next period of subscriptions that renew by themselves. After a refusal the owner is asked to pay, as for any renewal. */
export async function renewSubscriptions(platform: Platform): Promise<void> {
  if (!paysAlone(platform)) return
  const before = new Date(platform.clock.now().getTime() + renewAheadMs)
  await eachOrganization(
    platform,
    (tx, after, limit) => renewingSubscriptions(tx, before, after, limit),
    (orgId) => renewSubscription(platform, orgId),
    'a subscription could not be renewed',
  )
}

async function renewSubscription(platform: Platform, orgId: string): Promise<void> {
  const order = await platform.db.withOrg(orgId, (tx) => orderRenewal(platform, tx))
  const refusal = order && (await payAutomatically(platform, orgId, order))
  if (!order || !refusal) return
  await platform.db.withOrg(orgId, async (tx) => {
    await changeOrder(tx, order.id, { status: 'failed', failure: 'The provider refused the automatic renewal.' })
    await tellRefused(platform, tx, order.id)
  })
}

/** One order at a time, and a few for a period: a day apart, and after the days in which the provider may still debit. */
async function orderRenewal(platform: Platform, tx: OrgTx): Promise<AutomaticOrder | undefined> {
  const now = platform.clock.now()
  await lockSubscription(tx)
  const row = await findSubscription(tx)
  if (!row || !isDue(row, now) || !(await isChargeable(tx))) return undefined
  const attempts = await automaticOrders(tx, 'SUBSCRIPTION', new Date(row.end.getTime() - renewAheadMs - dayMs))
  const [last] = attempts
  const waitMs = last?.isRefused ? dayMs : renewAheadMs
  if (attempts.length >= mostAttempts || (last && now.getTime() - last.createdAt.getTime() < waitMs)) return undefined
  const earlierPaymentId = await renewalWay(platform, tx, row)
  if (earlierPaymentId === undefined) return undefined
  const { planType, billingCycle } = row.next ?? (await readPlanOf(tx))
  const quote = await quotePlan(tx, planType, billingCycle, now, { byPerson: false }).catch((error: unknown) => {
    // Its price is agreed with sales, or the plan was changed: a person decides.
    if (error instanceof AppError && error.status === 409) return undefined
    throw error
  })
  if (!quote) return undefined
  const { price, credit, planVersion, currency, basedOn, addOns } = quote
  const id = newId()
  const order = { id, amount: price - credit, receipt: receiptOf(id) }
  const bought = { purpose: 'SUBSCRIPTION', planType, planVersion, billingCycle, currency, credit, basedOn, addOns } as const
  await insertOrder(tx, { ...order, ...bought, provider: openProvider(platform).name, createdAt: now, isAutomatic: true }, null)
  return { ...order, description: `${planNames[planType]} plan`, earlierPaymentId }
}

const isDue = ({ status, end, next, renewsItself }: SubscriptionRow, now: Date): boolean =>
  renewsItself === true &&
  (status === 'ACTIVE' || status === 'PAST_DUE') &&
  !next?.orderId &&
  next?.planType !== 'FREE' &&
  end.getTime() - now.getTime() <= renewAheadMs
