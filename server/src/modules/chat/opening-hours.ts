import type { OpeningHours } from '@imperium/contract/kit/opening-hours.ts'
import { momentOf, wallAt } from '@imperium/contract/kit/wall-clock.ts'

const dayMs = 86_400_000

/** Whether people answer at a moment. */
export function isOpenAt(hours: readonly OpeningHours[] | null, at: Date, timeZone: string): boolean {
  if (hours === null) return true
  const wall = new Date(wallAt(at.getTime(), timeZone))
  const day = wall.getUTCDay() || 7
  const time = wall.toISOString().slice(11, 16)
  return hours.some((each) => each.day === day && each.from <= time && time < each.to)
}

/** The first moment of the day. */
export function startOfDay(at: Date, timeZone: string): Date {
  const wall = wallAt(at.getTime(), timeZone)
  return new Date(momentOf(wall - (((wall % dayMs) + dayMs) % dayMs), timeZone))
}
