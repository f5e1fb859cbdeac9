import type { BillingCycle } from '@imperium/contract/billing.ts'
import type { Period } from './order-store.ts'

/** The period that a payment buys: it follows one of the same plan that still runs, else it begins now. */
export function periodAfter(before: Period | undefined, cycle: BillingCycle, now: Date): Period {
  if (before && before.end > now) return { start: before.start, end: addMonths(before.end, cycle === 'YEARLY' ? 12 : 1) }
  return { start: now, end: addMonths(now, cycle === 'YEARLY' ? 12 : 1) }
}

/** The same day of a later month in UTC, or its last day: 31 January and a month is 28 or 29 February. */
function addMonths(from: Date, months: number): Date {
  const day = from.getUTCDate()
  const to = new Date(from)
  to.setUTCDate(1)
  to.setUTCMonth(to.getUTCMonth() + months)
  to.setUTCDate(Math.min(day, new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()))
  return to
}
