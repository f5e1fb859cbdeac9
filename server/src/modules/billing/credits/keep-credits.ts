import { billingEvents } from '@imperium/contract/events/billing.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { eachOrganization } from '../../../platform/each-organization.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { automaticOrders, isChargeable, mandatePayment, orderedAutomatically } from '../automatic/automatic-store.ts'
import { payAutomatically } from '../automatic/pay-automatically.ts'
import type { AutomaticOrder } from '../automatic/pay-automatically.ts'
import { formatAmount } from '../format-amount.ts'
import { changeOrder, insertOrder, receiptOf } from '../order-store.ts'
import { openProvider } from '../providers/choose-provider.ts'
import { organizationsWithCredits, readSettings, saveSettings } from './credit-store.ts'
import { drawCredits, monthOf } from './draw-credits.ts'
import { tellFailure } from './tell-failure.ts'

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
  const refusal = order && (await payAutomatically(platform, orgId, order))
  if (!order || !refusal) return
  await platform.db.withOrg(orgId, async (tx) => {
    await changeOrder(tx, order.id, { status: 'failed', failure: 'The provider refused the automatic top-up.' })
    await tellFailure(platform, tx, refusal)
  })
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

/** Writes the order of an automatic top-up, within its cap for the month. What keeps it from being made is told to the owner, once a day. */
async function orderIfLow(platform: Platform, tx: OrgTx, balance: number): Promise<AutomaticOrder | undefined> {
  const { lowAt, automatic, failed } = await readSettings(tx)
  const now = platform.clock.now()
  const dayAgo = new Date(now.getTime() - dayMs)
  if (automatic === null || lowAt === null || balance >= lowAt || (failed && failed.at > dayAgo)) return undefined
  if (!(await isChargeable(tx))) return undefined
  // One that is not refused may still be paid: Razorpay debits up to 36 hours later.
  const open = await automaticOrders(tx, 'CREDITS', new Date(now.getTime() - 2 * dayMs))
  if (open.some(({ status, isRefused }) => (status === 'created' || status === 'attempted') && !isRefused)) return undefined
  const provider = openProvider(platform)
  const earlierPaymentId = provider.payAgain ? null : await mandatePayment(tx, provider.name, 'CREDITS')
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
  return { ...order, description: 'AI credits', earlierPaymentId }
}
