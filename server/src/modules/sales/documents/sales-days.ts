import { wallAt } from '@imperium/contract/wall-clock.ts'

const dayMs = 86_400_000
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The calendar day of a moment in a time zone: 2026-12-24. */
export const dayIn = (timeZone: string, now: Date): string => dayOf(wallAt(now.getTime(), timeZone))

export const addDays = (day: string, days: number): string => dayOf(Date.parse(`${day}T00:00:00Z`) + days * dayMs)

/** The financial year of a day: 26-27, or 2026 where it begins in January. */
export function financialYear(day: string, startMonth: number): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
  if (startMonth === 1) return String(year)
  const first = month >= startMonth ? year : year - 1
  const short = (each: number) => String(each % 100).padStart(2, '0')
  return `${short(first)}-${short(first + 1)}`
}
