import { momentOf, wallAt } from '../../../platform/wall-clock.ts'

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

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
