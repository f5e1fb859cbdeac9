import { wallAt } from '@imperium/contract/kit/wall-clock.ts'

const dayMs = 86_400_000
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The calendar day of a moment in a time zone: 2026-12-24. */
export const dayIn = (timeZone: string, now: Date): string => dayOf(wallAt(now.getTime(), timeZone))

export const addDays = (day: string, days: number): string => dayOf(Date.parse(`${day}T00:00:00Z`) + days * dayMs)

/** No time zone is more than a day ahead of UTC: the latest day that it is anywhere. */
export const latestDay = (now: Date): string => addDays(dayOf(now.getTime()), 1)

/**
 * The day on which the occurrence `at` (from 0) of a recurrence falls. Counted from the first day, so that the 31st is the last day of short months
 * and the 31st again in long ones; `anchorDay`: the day of the month that a start on a shorter month's last day stands for.
 */
export function occurrence(
  startsOn: string,
  { every, interval = 1 }: { every: 'week' | 'month' | 'year'; interval?: number },
  at: number,
  anchorDay = 0,
): string {
  if (every === 'week') return addDays(startsOn, 7 * at * interval)
  const [year = 0, month = 1, day = 1] = startsOn.split('-').map(Number)
  const months = month - 1 + at * interval * (every === 'year' ? 12 : 1)
  const lastDay = new Date(Date.UTC(year, months + 1, 0)).getUTCDate()
  return dayOf(Date.UTC(year, months, Math.min(anchorDay || day, lastDay)))
}
