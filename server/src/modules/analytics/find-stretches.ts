import type { Comparison, Grain, PeriodName } from '@imperium/contract/analytics/analytics.ts'
import { mostPoints } from '@imperium/contract/analytics/analytics.ts'
import { invalid } from '../../platform/errors.ts'
import { addDays, localDate } from '../../platform/local-days.ts'

export interface AskedPeriod {
  timeZone: string
  now: Date
  period: PeriodName
  from?: string | undefined
  to?: string | undefined
  compare: Comparison
  grain?: Grain | undefined
}

/** Dates of the zone's calendar at which stretches begin, and the end of the last one. */
export interface Stretches {
  timeZone: string
  grain: Grain
  dates: readonly string[]
  /** As many stretches that are compared with them; null without. */
  before: readonly string[] | null
}

const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
/** Longer periods are shown by months. */
const mostDayPoints = 92
const mostDays = 800

/** The first date of the next point. Weeks begin on Monday. */
function nextDate(date: string, grain: Grain): string {
  if (grain === 'day') return addDays(date, 1)
  if (grain === 'month') return addDays(`${date.slice(0, 7)}-28`, 4).slice(0, 7) + '-01'
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return addDays(date, weekday === 1 ? 7 : (8 - weekday) % 7 || 1)
}

function cutDates(from: string, end: string, grain: Grain): string[] {
  const dates = [from]
  for (let date = nextDate(from, grain); date < end; date = nextDate(date, grain)) dates.push(date)
  return [...dates, end]
}

/** The same date a year earlier; February 29 becomes February 28. */
function yearBefore(date: string): string {
  const earlier = `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`
  return earlier.endsWith('02-29') ? `${earlier.slice(0, 8)}28` : earlier
}

/** The points of a period and of the one it is compared with. @throws 422 for days in the wrong order and for too many. */
export function findStretches({ timeZone, now, period, from, to, compare, grain: asked }: AskedPeriod): Stretches {
  if ((from === undefined) !== (to === undefined))
    throw invalid([{ path: from === undefined ? 'from' : 'to', message: 'Give the first and the last day' }])
  const today = localDate(now, timeZone)
  const last = to ?? today
  const first = from ?? addDays(today, 1 - Number.parseInt(period, 10))
  if (last < first) throw invalid([{ path: 'to', message: 'The end is before the start' }])
  const days = daysBetween(first, last) + 1
  if (days > mostDays) throw invalid([{ path: 'from', message: 'Choose at most 800 days' }])
  const grain = asked ?? (days > mostDayPoints ? 'month' : 'day')
  const end = addDays(last, 1)
  const dates = cutDates(first, end, grain)
  if (dates.length - 1 > mostPoints) throw invalid([{ path: 'grain', message: 'Choose weeks or months for a period this long' }])
  return { timeZone, grain, dates, before: comparedDates({ first, end, days, grain, compare }) }
}

interface Compared {
  first: string
  end: string
  days: number
  grain: Grain
  compare: Comparison
}

function comparedDates({ first, end, days, grain, compare }: Compared): string[] | null {
  if (compare === 'none') return null
  if (compare === 'year') return cutDates(yearBefore(first), yearBefore(end), grain)
  return cutDates(addDays(first, -days), first, grain)
}
