import type { BillingCycle } from '@imperium/contract/billing/billing.ts'
import { momentOf, wallAt } from '@imperium/contract/kit/wall-clock.ts'

export interface Period {
  start: Date
  end: Date
}

interface Anchor {
  anchorDay: number
  timeZone: string
}

/** Day of the month in a time zone, on which the periods of a subscription begin. */
export const dayOfMonth = (at: Date, timeZone: string): number => new Date(wallAt(at.getTime(), timeZone)).getUTCDate()

/** The same time of day on the anchor's day of a later month, or on its last day: 31 January and a month is 28 or 29 February. */
export const endOfPeriod = (start: Date, cycle: BillingCycle, anchor: Anchor): Date => shift(start, cycle === 'YEARLY' ? 12 : 1, anchor)

/** The end that a period had before a cycle was added to it. */
export const endBefore = (end: Date, cycle: BillingCycle, anchor: Anchor): Date => shift(end, cycle === 'YEARLY' ? -12 : -1, anchor)

function shift(from: Date, months: number, { anchorDay, timeZone }: Anchor): Date {
  const to = new Date(wallAt(from.getTime(), timeZone))
  to.setUTCDate(1)
  to.setUTCMonth(to.getUTCMonth() + months)
  to.setUTCDate(Math.min(anchorDay, new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()))
  return new Date(momentOf(to.getTime(), timeZone))
}

/** A price for the rest of a period, as that of the whole period: the unused part is worth the same. */
export function wholeValue({ start, end }: Period, restValue: number, now: Date): number {
  const left = end.getTime() - now.getTime()
  if (left <= 0) return 0
  const span = Math.max(left, end.getTime() - start.getTime())
  return Number((BigInt(restValue) * BigInt(span)) / BigInt(left))
}

/** The share of a price that the rest of its period is worth, in whole minor units. */
export function unusedValue({ start, end }: Period, value: number, now: Date): number {
  const left = Math.max(0, Math.min(end.getTime() - now.getTime(), end.getTime() - start.getTime()))
  return Number((BigInt(value) * BigInt(left)) / BigInt(end.getTime() - start.getTime()))
}
