import { momentOf, wallAt } from '@imperium/contract/kit/wall-clock.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

const dayMs = 86_400_000

/** A day of a zone's calendar. `to` is the start of the next one: days have 23 or 25 hours when clocks change. */
export interface LocalDay {
  date: string
  from: Date
  to: Date
}

/** The date that a zone's calendar shows at a moment. */
export const localDate = (at: Date, timeZone: string): string => new Date(wallAt(at.getTime(), timeZone)).toISOString().slice(0, 10)

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** The first moment of a date. Where the clock skips midnight, the day begins after the gap. */
export const startOfDate = (date: string, timeZone: string): Date => new Date(momentOf(Date.parse(`${date}T00:00:00Z`), timeZone))

export const startOfToday = (now: Date, timeZone: string): Date => startOfDate(localDate(now, timeZone), timeZone)

/** So many days, the last one being that of `now`. */
export function lastDays(now: Date, timeZone: string, count: number): LocalDay[] {
  const first = addDays(localDate(now, timeZone), 1 - count)
  const starts = Array.from({ length: count + 1 }, (_, index) => startOfDate(addDays(first, index), timeZone))
  return starts.slice(0, -1).map((from, index) => ({ date: addDays(first, index), from, to: starts[index + 1] ?? from }))
}

/**
 * In SQL, the place of a moment among days, from 0; -1 before the first. SQL gets the bounds as moments and no zone by name: PostgreSQL has a table
 * of time zones of its own, which is older or newer than that of Node, so that days would begin at different hours here and there.
 */
export const dayIndex = (moment: RawBuilder<unknown>, days: readonly LocalDay[]): RawBuilder<number> =>
  sql<number>`(width_bucket(${moment}, ${days.map(({ from }) => from.toISOString())}::timestamptz[]) - 1)`
