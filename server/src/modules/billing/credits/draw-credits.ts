import { creditDays } from '@imperium/contract/billing/credits.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { monthOperatorMicros } from '../../../platform/metering/metering.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findPlanVersion, readPlanOf } from '../../organizations/index.ts'
import { postEntry } from '../../../platform/ledger/ledger-store.ts'
import type { Order } from '../order-store.ts'
import { chosenProvider } from '../providers/choose-provider.ts'
import { newId } from '../../../platform/ids.ts'
import {
  findCharge,
  hasBought,
  insertLot,
  listLots,
  listRefillable,
  listUnpaid,
  lockCredits,
  saveCharge,
  takeFromLot,
} from './credit-store.ts'
import type { Charge, CreditLot } from './credit-store.ts'

const dayMs = 86_400_000

export const monthOf = (at: Date): string => `${at.toISOString().slice(0, 7)}-01`
const monthBefore = (at: Date): string => monthOf(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1, 1)))

const nothing: Charge = { costMicros: 0, amount: 0, unpaid: 0 }

export const sumOf = (lots: readonly CreditLot[]): number => lots.reduce((sum, { unspent }) => sum + unspent, 0)

/** Lots of the sandbox count while it takes the payments; left over beside a real provider they would hide a low balance. */
export const countedLots = (platform: Platform, lots: readonly CreditLot[]): CreditLot[] =>
  lots.filter(({ isSandbox }) => !isSandbox || chosenProvider(platform) === 'sandbox')

/** Model cost in minor units with the operator's margin; parts of a minor unit are left out. */
export const priceOfCost = (costMicros: number, { marginPercent, perDollar }: { marginPercent: number; perDollar: number }): number =>
  Number((BigInt(costMicros) * BigInt(100 + marginPercent) * BigInt(perDollar)) / 100_000_000n)

/** A paid top-up, without its tax. What models cost before the first one is never charged. */
export async function addCredits(tx: OrgTx, order: Order, amount: number, now: Date): Promise<void> {
  await lockCredits(tx)
  const expiresAt = new Date(now.getTime() + creditDays * dayMs)
  const isFirst = !(await hasBought(tx))
  await insertLot(tx, { orderId: order.id, unspent: amount, currency: order.currency, expiresAt, isSandbox: order.provider === 'sandbox' })
  if (!isFirst) return
  for (const month of [monthBefore(now), monthOf(now)])
    await saveCharge(tx, month, { ...((await findCharge(tx, month)) ?? nothing), costMicros: await monthOperatorMicros(tx, month) })
}

/** Takes expired lots out, then what models of the operator cost since the last time, from the lots that expire first. @returns what is left; negative: unpaid. */
export async function drawCredits(platform: Platform, tx: OrgTx): Promise<number> {
  const { clock, config } = platform
  await lockCredits(tx)
  const now = clock.now()
  const lots = await listLots(tx)
  for (const lot of lots.filter(({ expiresAt }) => expiresAt <= now)) await expire(tx, lot)
  const valid = lots.filter(({ expiresAt }) => expiresAt > now)
  if (!(await hasBought(tx))) return 0
  const { planType, version } = await readPlanOf(tx)
  const terms = { marginPercent: (await findPlanVersion(tx, planType, version)).modelMarginPercent, perDollar: config.aiCreditRate }
  // Calls that ended late still count to the month before.
  for (const month of [monthBefore(now), monthOf(now)]) await addUnpaid(tx, month, terms)
  const unpaid = await payUnpaid(
    tx,
    valid.filter(({ isSandbox }) => !isSandbox),
  )
  return sumOf(countedLots(platform, valid)) - unpaid
}

async function expire(tx: OrgTx, { id, unspent, currency }: CreditLot): Promise<void> {
  await takeFromLot(tx, id, unspent)
  await postEntry(tx, {
    cause: { kind: 'credit-expiry', id },
    currency,
    postings: [
      { account: 'customer:prepaid', amount: unspent },
      { account: 'income:expired', amount: -unspent },
    ],
  })
}

/** Looks at what a month cost since the last time. */
async function addUnpaid(tx: OrgTx, month: string, terms: { marginPercent: number; perDollar: number }): Promise<void> {
  const costMicros = await monthOperatorMicros(tx, month)
  const { unpaid, amount, ...charge } = (await findCharge(tx, month)) ?? nothing
  const price = priceOfCost(Math.max(0, costMicros - charge.costMicros), terms)
  if (price > 0) return saveCharge(tx, month, { costMicros, amount, unpaid: unpaid + price })
  // A charge ahead of the provider's figures was corrected.
  const surplus = priceOfCost(Math.max(0, charge.costMicros - costMicros), terms)
  if (surplus > 0) await giveBack(tx, month, { amount, unpaid, costMicros }, surplus)
}

/** Takes what was charged too much off what is unpaid, and puts the rest back into lots that are valid; those that expired stay so. */
async function giveBack(tx: OrgTx, month: string, { amount, unpaid, costMicros }: Charge, surplus: number): Promise<void> {
  const owedLess = Math.min(unpaid, surplus)
  let open = Math.min(amount, surplus - owedLess)
  const lots = open > 0 ? await listRefillable(tx) : []
  const currency = lots[0]?.currency
  let returned = 0
  for (const { id, spent } of lots) {
    const part = Math.min(open, spent)
    if (part === 0) continue
    await takeFromLot(tx, id, -part)
    returned += part
    open -= part
  }
  await saveCharge(tx, month, { costMicros, amount: amount - returned, unpaid: unpaid - owedLess })
  if (returned === 0 || currency === undefined) return
  await postEntry(tx, {
    cause: { kind: 'credit-draw', id: `${month}:returned:${newId()}` },
    currency,
    postings: [
      { account: 'customer:prepaid', amount: -returned },
      { account: 'income:models', amount: returned },
    ],
  })
}

/** Takes what is unpaid from the lots. @returns what stays unpaid: the next top-up pays it. */
async function payUnpaid(tx: OrgTx, lots: CreditLot[]): Promise<number> {
  let rest = 0
  for (const { month, ...charge } of await listUnpaid(tx)) {
    const part = Math.min(charge.unpaid, sumOf(lots))
    rest += charge.unpaid - part
    if (part > 0) await payMonth(tx, { month, ...charge }, part, lots)
  }
  return rest
}

async function payMonth(tx: OrgTx, { month, ...charge }: Charge & { month: string }, part: number, lots: CreditLot[]): Promise<void> {
  let open = part
  for (const lot of lots) {
    const taken = Math.min(open, lot.unspent)
    if (taken === 0) continue
    await takeFromLot(tx, lot.id, taken)
    lot.unspent -= taken
    open -= taken
  }
  const amount = charge.amount + part
  await saveCharge(tx, month, { ...charge, amount, unpaid: charge.unpaid - part })
  await postEntry(tx, {
    // The same sum may be taken again after some of it was given back.
    cause: { kind: 'credit-draw', id: `${month}:taken:${amount}:${newId()}` },
    currency: lots[0]?.currency ?? 'INR',
    postings: [
      { account: 'customer:prepaid', amount: part },
      { account: 'income:models', amount: -part },
    ],
  })
}

/** A refund takes back what is left of its top-up. @returns how much that was; the rest was spent. */
export async function takeBackCredits(tx: OrgTx, orderId: string, amount: number): Promise<number> {
  await lockCredits(tx)
  const lot = (await listLots(tx)).find((each) => each.orderId === orderId)
  const part = Math.min(amount, lot?.unspent ?? 0)
  if (lot && part > 0) await takeFromLot(tx, lot.id, part)
  return part
}
