import { billingEvents } from '@imperium/contract/events/billing.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { eachOrganization } from '../../../platform/each-organization.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { formatAmount } from '../format-amount.ts'
import { insertOrder, nameProviderOrder, receiptOf } from '../order-store.ts'
import { openProvider } from '../providers/choose-provider.ts'
import { receiveWebhook } from '../receive-webhook.ts'
import { organizationsWithCredits, orderedAutomatically, readSettings, saveSettings } from './credit-store.ts'
import { drawCredits, monthOf } from './draw-credits.ts'

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
  await saveSettings(tx, { ...settings, toldAt: isLow ? platform.clock.now() : null })
  if (isLow) await platform.events.emit(tx, billingEvents.creditsLow, { balance: formatAmount(balance, 'INR') })
}

interface AutomaticOrder {
  id: string
  amount: number
  receipt: string
}

/** Writes the order of an automatic top-up, within its cap for the month. */
async function orderIfLow(platform: Platform, tx: OrgTx, balance: number): Promise<AutomaticOrder | undefined> {
  const { lowAt, automatic } = await readSettings(tx)
  if (automatic === null || lowAt === null || balance >= lowAt || !openProvider(platform).payAgain) return undefined
  const now = platform.clock.now()
  const ordered = await orderedAutomatically(tx, new Date(monthOf(now)))
  if (ordered + automatic.amount > automatic.monthlyCap) return undefined
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
  await insertOrder(tx, { ...order, ...bought, provider: openProvider(platform).name, createdAt: now, isAutomatic: true }, null)
  return order
}

/** The provider is asked after the commit; its signed call settles the order as any other. */
async function payOrder(platform: Platform, orgId: string, { id, amount, receipt }: AutomaticOrder): Promise<void> {
  const provider = openProvider(platform)
  const currency = 'INR'
  const { orderId } = await provider.createOrder({
    amount,
    currency,
    receipt,
    description: 'AI credits',
    returnUrl: platform.config.publicUrl,
  })
  await platform.db.withOrg(orgId, (tx) => nameProviderOrder(tx, id, orderId))
  const call = await provider.payAgain?.({ orderId, amount, currency })
  if (call) await receiveWebhook(platform, provider.name, call.body, call.header)
}
