import { addOnCatalogue, addOnNames, mostAddOnsInAll } from '@imperium/contract/billing/add-ons.ts'
import type { AddOn, AddOnName } from '@imperium/contract/billing/add-ons.ts'
import { yearlyOf } from '@imperium/contract/billing/billing.ts'
import type { BillingCycle } from '@imperium/contract/billing/billing.ts'
import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { readPlanOf } from '../../organizations/index.ts'
import { findSubscription } from '../subscription/subscription-store.ts'
import type { SubscriptionRow } from '../subscription/subscription-store.ts'
import { listAddOns } from './add-on-store.ts'

/** Providers accept no smaller payment. */
const leastAmount = 100

export const priceOfAddOn = (addOn: AddOnName, cycle: BillingCycle): number => {
  const { monthlyPrice } = addOnCatalogue[addOn]
  return cycle === 'YEARLY' ? yearlyOf(monthlyPrice) : monthlyPrice
}

/** Those in force, for a period that begins now, or those that go on in the next one. */
export type WhichAddOns = 'now' | 'next'
type AddOnQuantities = Partial<Record<AddOnName, number>>

export async function addOnsOf(tx: OrgTx, which: WhichAddOns): Promise<AddOnQuantities> {
  const rows = await listAddOns(tx)
  return Object.fromEntries(rows.map(({ addOn, quantity, nextQuantity }) => [addOn, which === 'now' ? quantity : nextQuantity]))
}

/** What add-ons cost for a whole period. */
export const priceOfAddOns = (quantities: AddOnQuantities, cycle: BillingCycle): number =>
  addOnNames.reduce((sum, addOn) => sum + (quantities[addOn] ?? 0) * priceOfAddOn(addOn, cycle), 0)

/** What the add-ons that go on cost for the next period. */
export const nextAddOnsPrice = async (tx: OrgTx, cycle: BillingCycle): Promise<number> => priceOfAddOns(await addOnsOf(tx, 'next'), cycle)

export async function exceedsMost(tx: OrgTx, addOn: AddOnName, more: number): Promise<boolean> {
  const own = (await listAddOns(tx)).find((each) => each.addOn === addOn)
  return (own?.quantity ?? 0) + more > mostAddOnsInAll
}

/** Add-ons need a paid period that runs. */
const isRunning = (row: SubscriptionRow | undefined, now: Date): row is SubscriptionRow =>
  row?.status === 'ACTIVE' && row.orderId !== null && row.end > now

/** The price of some for the rest of the period. @throws 409 without a running paid period, and once the next one is paid. */
export async function quoteAddOn(
  tx: OrgTx,
  addOn: AddOnName,
  quantity: number,
  now: Date,
): Promise<{ amount: number; basedOn: string | null }> {
  const row = await findSubscription(tx)
  if (!isRunning(row, now)) throw conflict('Add-ons need a paid plan that runs.')
  if (row.next?.orderId) throw conflict('The next period is paid already.')
  if (await exceedsMost(tx, addOn, quantity))
    throw conflict(message('An organization can have at most {max} of an add-on.', { max: mostAddOnsInAll }))
  const { billingCycle } = await readPlanOf(tx)
  const amount = priceOfRest(row, billingCycle, quantity * priceOfAddOn(addOn, billingCycle), now)
  return { amount: Math.max(leastAmount, amount), basedOn: row.orderId }
}

const dayMs = 86_400_000

/** A period that was paid ahead has several cycles, and its rest may be longer than one: it costs as many as it has. */
function priceOfRest({ start, end }: SubscriptionRow, cycle: BillingCycle, price: number, now: Date): number {
  const usual = (cycle === 'YEARLY' ? 365 : 30) * dayMs
  const span = end.getTime() - start.getTime()
  const cycles = Math.max(1, Math.round(span / usual))
  // Months differ by some days; a period that the operator extended is no whole number of cycles.
  const cycleMs = Math.abs(span - cycles * usual) <= 2 * cycles * dayMs ? Math.round(span / cycles) : usual
  return Number((BigInt(price) * BigInt(Math.max(0, end.getTime() - now.getTime()))) / BigInt(cycleMs))
}

export async function showAddOns(tx: OrgTx, now: Date): Promise<AddOn[]> {
  const row = await findSubscription(tx)
  if (!isRunning(row, now)) return []
  const { billingCycle } = await readPlanOf(tx)
  const bought = await listAddOns(tx)
  return addOnNames.map((addOn) => {
    const { limit, step } = addOnCatalogue[addOn]
    const own = bought.find((each) => each.addOn === addOn)
    const price = priceOfAddOn(addOn, billingCycle)
    return {
      addOn,
      // The catalogue names limits of the contract.
      limit: limit as AddOn['limit'],
      step,
      quantity: own?.quantity ?? 0,
      nextQuantity: own?.nextQuantity ?? 0,
      price,
      priceNow: priceOfRest(row, billingCycle, price, now),
      currency: 'INR',
    }
  })
}
