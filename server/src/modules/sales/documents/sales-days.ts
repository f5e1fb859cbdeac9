import { wallAt } from '@imperium/contract/wall-clock.ts'

const dayMs = 86_400_000
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The calendar day of a moment in a time zone: 2026-12-24. */
export const dayIn = (timeZone: string, now: Date): string => dayOf(wallAt(now.getTime(), timeZone))

export const addDays = (day: string, days: number): string => dayOf(Date.parse(`${day}T00:00:00Z`) + days * dayMs)
