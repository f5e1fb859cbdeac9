import { momentOf, wallAt } from '@imperium/contract/kit/wall-clock.ts'

const dayMs = 86_400_000

/** Days of rules are those of the organization's time zone. */
export interface Days {
  /** 2026-12-24. */
  today: string
  /** When a day begins there. */
  startOf: (day: string) => Date
}

export const daysIn = (timeZone: string, now: Date): Days => ({
  today: dayOf(wallAt(now.getTime(), timeZone)),
  startOf: (day) => new Date(momentOf(Date.parse(`${day}T00:00:00Z`), timeZone)),
})

export const addDays = (day: string, days: number): string => dayOf(Date.parse(`${day}T00:00:00Z`) + days * dayMs)

/** Days of the year (12-24) that the next so many days are, today among them. A birthday on 29 February falls on the 28th in other years. */
export function daysComingRound(today: string, days: number): string[] {
  const coming = Array.from({ length: Math.min(days, 366) }, (_, at) => addDays(today, at))
  const hasLeapDay = (year: string): boolean => addDays(`${year}-02-28`, 1).endsWith('-29')
  return coming.flatMap((day) => {
    const ofYear = day.slice(5)
    return ofYear === '02-28' && !hasLeapDay(day.slice(0, 4)) ? [ofYear, '02-29'] : [ofYear]
  })
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
