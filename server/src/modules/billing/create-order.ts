import { billingTexts } from '@imperium/contract/billing/billing.ts'
import type { AddOnName } from '@imperium/contract/billing/add-ons.ts'
import type { BillingCycle, CreateOrderBody, PaymentOrder } from '@imperium/contract/billing/billing.ts'
import { planNames } from '@imperium/contract/plans.ts'
import type { PlanType } from '@imperium/contract/plans.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { conflict, unavailable } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { paysAlone } from './automatic/pay-automatically.ts'
import { quoteAddOn } from './add-ons/price-add-ons.ts'
import { returnUse, takeUse } from './coupons/coupon-store.ts'
import { readSettings } from './credits/credit-store.ts'
import { creditsAreOffered } from './credits/routes.ts'
import { customerOf } from './invoices/issue-invoice.ts'
import { changeOrder, insertOrder, nameProviderOrder, receiptOf } from './order-store.ts'
import type { NewOrder } from './order-store.ts'
import { openProvider } from './providers/choose-provider.ts'
import { quotePlan } from './subscription/quote.ts'

const hourMs = 3_600_000

type Context = Omit<OrgContext, 'tx'>
type Bought = Omit<NewOrder, 'id' | 'receipt' | 'provider' | 'createdAt'>

/**
 * Writes what is to be paid, then tells the provider. The price is the catalogue's.
 * @throws 409 for a plan that cannot be bought, 503 when the provider made no order.
 */
export async function createOrder(platform: Platform, context: Context, body: CreateOrderBody): Promise<PaymentOrder> {
  const provider = openProvider(platform)
  const id = newId()
  const now = platform.clock.now()
  const receipt = receiptOf(id)
  const { order, customer } = await context.inOrg(async (tx) => {
    const bought = await boughtBy(platform, tx, body, now)
    const row: NewOrder = { id, receipt, provider: provider.name, createdAt: now, ...bought }
    await insertOrder(tx, row, context.caller.userId)
    if (row.couponCode) await holdCoupon(tx, row.couponCode, { orderId: id, until: heldUntil(row) })
    return { order: row, customer: row.keepsMandate ? await customerOf(tx) : undefined }
  })
  const { amount, currency } = order
  const payer = customer ? { customer: { name: customer.name, email: customer.email } } : {}
  const {
    orderId,
    url,
    customerId = null,
    keepsNoMandate = false,
  } = await provider
    .createOrder({
      amount,
      currency,
      receipt,
      keepsMandate: order.keepsMandate ?? false,
      ...payer,
      ...descriptionOf(platform, context, order),
    })
    .catch(async (cause: unknown) => {
      const failure = 'The payment provider made no order.'
      await context.inOrg(async (tx) => {
        await changeOrder(tx, id, { status: 'failed', failure })
        await returnUse(tx, order)
      })
      throw unavailable(body.planType === 'CONTRIBUTION' ? billingTexts.contributionOrderFailed : billingTexts.orderFailed, cause)
    })
  await context.inOrg((tx) => nameProviderOrder(tx, id, orderId, { keepsNoMandate }))
  const { purpose, planType, billingCycle } = order
  context.audit({
    targetId: id,
    targetName: receipt,
    after: { purpose, planType, billingCycle, amount, currency, provider: provider.name },
  })
  const bankDetails = provider.name === 'bank' ? (platform.config.bankDetails ?? '').split(';').map((line) => line.trim()) : null
  return { keyId: provider.keyId, amount, currency, orderId, receipt, checkoutUrl: url, customerId, bankDetails }
}

/** A checkout is paid soon, a transfer takes days. Paid later, an order takes a use anew. */
const heldUntil = ({ provider, createdAt }: NewOrder): Date => new Date(createdAt.getTime() + (provider === 'bank' ? 14 * 24 : 1) * hourMs)

/** @throws 409 when another order took the last use. */
async function holdCoupon(tx: OrgTx, code: string, hold: { orderId: string; until: Date }): Promise<void> {
  if (!(await takeUse(tx, code, hold))) throw conflict('This coupon is not valid.')
}

const descriptionOf = ({ config }: Platform, { org }: Context, { planType, purpose }: NewOrder) => ({
  description:
    purpose === 'CREDITS'
      ? 'AI credits'
      : purpose === 'ADD_ON'
        ? 'Add-on'
        : planType === null
          ? 'Contribution'
          : `${planNames[planType]} plan`,
  returnUrl: `${config.publicUrl.replace(/\/$/, '')}/org/${org.slug}/settings/billing`,
})

/** @throws 409 for what cannot be bought. */
async function boughtBy(platform: Platform, tx: OrgTx, body: CreateOrderBody, now: Date): Promise<Bought> {
  if (body.planType === 'CONTRIBUTION') return onceOf('CONTRIBUTION', body.amount)
  if (body.planType === 'ADD_ON') return addOnOf(tx, body, now)
  if (body.planType !== 'CREDITS') {
    const renewsItself = body.renewsItself === true && paysAlone(platform)
    return { ...(await planOf(tx, body, now)), keepsMandate: renewsItself }
  }
  if (!creditsAreOffered(platform)) throw conflict('This installation sells no AI credits.')
  // Paid by the owner, who wishes for automatic ones: the provider keeps the way of payment.
  return { ...onceOf('CREDITS', body.amount), keepsMandate: (await readSettings(tx)).automatic !== null }
}

async function addOnOf(tx: OrgTx, { addOn, quantity }: { addOn: AddOnName; quantity: number }, now: Date): Promise<Bought> {
  const { amount, basedOn } = await quoteAddOn(tx, addOn, quantity, now)
  return { ...onceOf('CREDITS', amount), purpose: 'ADD_ON', basedOn, addOn, addOnQuantity: quantity }
}

const onceOf = (purpose: 'CONTRIBUTION' | 'CREDITS', amount: number): Bought => ({
  purpose,
  planType: null,
  planVersion: null,
  billingCycle: 'ONETIME',
  amount,
  currency: 'INR',
  credit: 0,
  basedOn: null,
})

interface PlanChoice {
  planType: PlanType
  billingCycle: BillingCycle
  couponCode?: string | undefined
}

async function planOf(tx: OrgTx, { planType, billingCycle, couponCode }: PlanChoice, now: Date): Promise<Bought> {
  const quote = await quotePlan(tx, planType, billingCycle, now, { couponCode })
  const { price, discount, credit, planVersion, currency, basedOn, addOns } = quote
  const amount = price - discount - credit
  const coupon = discount > 0 ? { discount, couponCode: couponCode ?? null } : {}
  return { purpose: 'SUBSCRIPTION', planType, planVersion, billingCycle, amount, currency, credit, basedOn, addOns, ...coupon }
}
