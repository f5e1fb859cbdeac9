import { billingTexts, yearlyOf } from '@imperium/contract/billing.ts'
import type { CreateOrderBody, PaymentOrder } from '@imperium/contract/billing.ts'
import { planTypes } from '@imperium/contract/plans.ts'
import type { PlanType } from '@imperium/contract/plans.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { conflict, unavailable } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { currentPlan, readPlanOf } from '../organizations/index.ts'
import { changeOrder, insertOrder, nameProviderOrder } from './order-store.ts'
import type { NewOrder } from './order-store.ts'
import { openProvider } from './providers/choose-provider.ts'

type Context = Omit<OrgContext, 'tx'>
type Bought = Pick<NewOrder, 'purpose' | 'planType' | 'planVersion' | 'billingCycle' | 'amount' | 'currency'>

/** `a` is a smaller plan than `b`. */
export const isBelow = (a: PlanType, b: PlanType): boolean => planTypes.indexOf(a) < planTypes.indexOf(b)

/**
 * Writes what is to be paid, then tells the provider. The price is the catalogue's.
 * @throws 409 for a plan that cannot be bought, 503 when the provider made no order.
 */
export async function createOrder(platform: Platform, context: Context, body: CreateOrderBody): Promise<PaymentOrder> {
  const provider = openProvider(platform)
  const id = newId()
  const receipt = `IMP-${id.replaceAll('-', '').slice(-20).toUpperCase()}`
  const order = await context.inOrg(async (tx) => {
    const bought = body.planType === 'CONTRIBUTION' ? contributionOf(body.amount) : await planOf(tx, body.planType, body.billingCycle)
    const row: NewOrder = { id, receipt, provider: provider.name, ...bought }
    await insertOrder(tx, row, context.caller.userId)
    return row
  })
  const { amount, currency } = order
  const orderId = await provider.createOrder({ amount, currency, receipt }).catch(async (cause: unknown) => {
    const failure = 'The payment provider made no order.'
    await context.inOrg((tx) => changeOrder(tx, id, { status: 'failed', failure }))
    throw unavailable(body.planType === 'CONTRIBUTION' ? billingTexts.contributionOrderFailed : billingTexts.orderFailed, cause)
  })
  await context.inOrg((tx) => nameProviderOrder(tx, id, orderId))
  const { purpose, planType, billingCycle } = order
  context.audit({
    targetId: id,
    targetName: receipt,
    after: { purpose, planType, billingCycle, amount, currency, provider: provider.name },
  })
  return { keyId: provider.keyId, amount, currency, orderId, receipt }
}

const contributionOf = (amount: number): Bought => ({
  purpose: 'CONTRIBUTION',
  planType: null,
  planVersion: null,
  billingCycle: 'ONETIME',
  amount,
  currency: 'INR',
})

async function planOf(tx: OrgTx, planType: PlanType, billingCycle: 'MONTHLY' | 'YEARLY'): Promise<Bought> {
  const inForce = await readPlanOf(tx)
  const plan = await currentPlan(tx, planType)
  if (planType === 'FREE' && inForce.planType === 'FREE') throw conflict(billingTexts.alreadyFree)
  if (plan.monthlyPrice === null) throw conflict(billingTexts.askSales)
  if (isBelow(planType, inForce.planType)) throw conflict('Only the operator of this installation can change to a smaller plan.')
  const amount = billingCycle === 'YEARLY' ? yearlyOf(plan.monthlyPrice) : plan.monthlyPrice
  return { purpose: 'SUBSCRIPTION', planType, planVersion: plan.version, billingCycle, amount, currency: plan.currency }
}
