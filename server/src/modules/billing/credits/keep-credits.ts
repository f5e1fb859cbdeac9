import { billingEvents } from '@imperium/contract/events/billing.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { eachOrganization } from '../../../platform/each-organization.ts'
import { newId } from '../../../platform/ids.ts'
import { ProviderError } from '../../../platform/payments/call-provider.ts'
import type { Platform } from '../../../platform/platform.ts'
import { formatAmount } from '../format-amount.ts'
import { changeOrder, insertOrder, nameProviderOrder, receiptOf } from '../order-store.ts'
import { openProvider } from '../providers/choose-provider.ts'
import { NoMandate } from '../providers/provider.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import { receiveWebhook } from '../receive-webhook.ts'
import { settlePayment } from '../settle-payment.ts'
import {
  hasOpenAutomatic,
  mandatePayment,
  orderedAutomatically,
  organizationsWithCredits,
  readSettings,
  saveSettings,
} from './credit-store.ts'
import type { TopUpFailure } from './credit-store.ts'
import { drawCredits, monthOf } from './draw-credits.ts'

const dayMs = 86_400_000

/** Takes what models cost, lets old credits expire, tells of low balances and buys where that is wished for. */
export const keepCredits = (platform: Platform): Promise<void> =>
  eachOrganization(platform, organizationsWithCredits, (orgId) => keepCreditsOf(platform, orgId), 'credits could not be drawn')

export async function keepCreditsOf(platform: Platform, orgId: string): Promise<void> {
  const order = await platform.db.withOrg(orgId, async (tx) => {
    const balance = await drawCredits(platform, tx)
    await tellLow(platform, tx, balance)
    return orderIfLow(platform, tx, balance)
  })
  if (order) await payOrder(platform, orgId, order)
}

/** Once for each time that the balance falls below. */
async function tellLow(platform: Platform, tx: OrgTx, balance: number): Promise<void> {
  const settings = await readSettings(tx)
  const { lowAt, toldAt } = settings
  const isLow = lowAt !== null && balance < lowAt
  if (isLow === (toldAt !== null)) return
  await saveSettings(tx, { ...settings, toldAt: isLow ? platform.clock.now() : null, failed: null })
  if (isLow) await platform.events.emit(tx, billingEvents.creditsLow, { balance: formatAmount(balance, 'INR') })
}

interface AutomaticOrder {
  id: string
  amount: number
  receipt: string
  /** Null: the provider needs none. */
  earlierPaymentId: string | null
}

/** Writes the order of an automatic top-up, within its cap for the month. What keeps it from being made is told to the owner, once a day. */
async function orderIfLow(platform: Platform, tx: OrgTx, balance: number): Promise<AutomaticOrder | undefined> {
  const { lowAt, automatic, failed } = await readSettings(tx)
  const now = platform.clock.now()
  const dayAgo = new Date(now.getTime() - dayMs)
  if (automatic === null || lowAt === null || balance >= lowAt || (failed && failed.at > dayAgo)) return undefined
  if (await hasOpenAutomatic(tx, dayAgo)) return undefined
  const provider = openProvider(platform)
  const earlierPaymentId = provider.payAgain ? null : await mandatePayment(tx, provider.name)
  const ordered = await orderedAutomatically(tx, new Date(monthOf(now)))
  if (ordered + automatic.amount > automatic.monthlyCap) return tellFailure(platform, tx, 'cap')
  if (!provider.payAgain && (!provider.byMandate || earlierPaymentId === null)) return tellFailure(platform, tx, 'mandate')
  const id = newId()
  const { amount } = automatic
  const order = { id, amount, receipt: receiptOf(id) }
  const bought = {
    purpose: 'CREDITS',
    planType: null,
    planVersion: null,
    billingCycle: 'ONETIME',
    currency: 'INR',
    credit: 0,
    basedOn: null,
  } as const
  await insertOrder(tx, { ...order, ...bought, provider: provider.name, createdAt: now, isAutomatic: true }, null)
  return { ...order, earlierPaymentId }
}

async function tellFailure(platform: Platform, tx: OrgTx, reason: TopUpFailure): Promise<undefined> {
  await saveSettings(tx, { ...(await readSettings(tx)), failed: { at: platform.clock.now(), reason } })
  await platform.events.emit(tx, billingEvents.topUpFailed, { reason })
}

const currency = 'INR'

/** The provider is asked after the commit; its signed call, or its answer, settles the order as any other. */
async function payOrder(platform: Platform, orgId: string, order: AutomaticOrder): Promise<void> {
  const provider = openProvider(platform)
  const { id, amount, receipt, earlierPaymentId } = order
  const fail = (reason: TopUpFailure) =>
    platform.db.withOrg(orgId, async (tx) => {
      await changeOrder(tx, id, { status: 'failed', failure: 'The provider refused the automatic top-up.' })
      await tellFailure(platform, tx, reason)
    })
  try {
    const made =
      provider.byMandate && earlierPaymentId !== null
        ? await provider.byMandate.createOrder({ receipt, amount, currency, earlierPaymentId })
        : await provider.createOrder({ amount, currency, receipt, description: 'AI credits', returnUrl: platform.config.publicUrl })
    await platform.db.withOrg(orgId, (tx) => nameProviderOrder(tx, id, made.orderId))
    await payMade(platform, orgId, provider, { ...order, orderId: made.orderId })
  } catch (error) {
    if (error instanceof NoMandate) return fail('mandate')
    // Without an answer it may be paid: the reconciliation looks it up.
    if (error instanceof ProviderError && error.isRefusal) return fail('refused')
    throw error
  }
}

async function payMade(
  platform: Platform,
  orgId: string,
  provider: PaymentProvider,
  order: AutomaticOrder & { orderId: string },
): Promise<void> {
  const { orderId, amount, receipt } = order
  const call = await provider.payAgain?.({ orderId, amount, currency })
  if (call) return receiveWebhook(platform, provider.name, call.body, call.header)
  const report = await provider.byMandate?.pay({ orderId, receipt })
  if (!report) return
  const paid = { amount: report.amount, currency: report.currency }
  await settlePayment(platform, orgId, { provider: provider.name, orderId, paymentId: report.paymentId, paid })
}
