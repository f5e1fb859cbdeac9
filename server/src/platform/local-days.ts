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

/** Stretches of days that follow each other: the first begins at the first cut, the last ends at the last one. */
export interface Cuts {
  at: readonly Date[]
  /** The same cuts as dates of the zone's calendar, for what has a date and no moment. */
  dates: readonly string[]
}

/** Cuts at the starts of dates in a zone; ascending. */
export const cutsAt = (dates: readonly string[], timeZone: string): Cuts => ({
  at: dates.map((date) => startOfDate(date, timeZone)),
  dates,
})

const momentsOf = ({ at }: Cuts) => sql`${at.map((each) => each.toISOString())}::timestamptz[]`

/** In SQL, the place of a moment among stretches, from 0; for a moment that lies within them. No zone is named, as above. */
export const stretchOf = (moment: RawBuilder<unknown>, cuts: Cuts): RawBuilder<number> =>
  sql<number>`(width_bucket(${moment}, ${momentsOf(cuts)}) - 1)`

/** The same for a calendar date. */
export const stretchOfDate = (date: RawBuilder<unknown>, { dates }: Cuts): RawBuilder<number> =>
  sql<number>`(width_bucket(${date}, ${[...dates]}::date[]) - 1)`

/** True for a moment within the stretches. */
export const isWithin = (moment: RawBuilder<unknown>, { at }: Cuts): RawBuilder<boolean> =>
  sql<boolean>`(${moment} >= ${at[0]} and ${moment} < ${at.at(-1)})`

export const isDateWithin = (date: RawBuilder<unknown>, { dates }: Cuts): RawBuilder<boolean> =>
  sql<boolean>`(${date} >= ${dates[0]}::date and ${date} < ${dates.at(-1)}::date)`

/** What a function that counts by stretches and parts answers: sums of a stretch and a part, whose key is empty without a split. */
export interface StretchRow {
  stretch: number
  key: string
  /** Of amounts: each currency has rows of its own. */
  currency?: string
  values: Record<string, number>
}
