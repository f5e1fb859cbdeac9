import { momentOf, wallAt } from '@imperium/contract/kit/wall-clock.ts'
import type { ReportSchedule } from '@imperium/contract/reports/reports.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const midnightOf = (wall: number): number => Math.floor(wall / dayMs) * dayMs
/** 1 is Monday. */
const weekdayOf = (midnight: number): number => new Date(midnight).getUTCDay() || 7

function monthlyWall(year: number, month: number, { day, hour }: ReportSchedule): number {
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(day, lastDay), hour)
}

/** Wall-clock times of the slots near a time of the wall, ascending. */
function wallsNear(wall: number, schedule: ReportSchedule): number[] {
  if (schedule.every === 'Weekly') {
    const midnight = midnightOf(wall)
    const slot = midnight + (schedule.weekday - weekdayOf(midnight)) * dayMs + schedule.hour * hourMs
    return [-7, 0, 7].map((days) => slot + days * dayMs)
  }
  const date = new Date(wall)
  return [-1, 0, 1].map((months) => monthlyWall(date.getUTCFullYear(), date.getUTCMonth() + months, schedule))
}

const slotsNear = (at: Date, schedule: ReportSchedule): number[] =>
  wallsNear(wallAt(at.getTime(), schedule.timeZone), schedule).map((wall) => momentOf(wall, schedule.timeZone))

/** The first slot after a moment. An hour that clocks skip is the next minute that exists; one that they repeat is its first. */
export function nextSlot(schedule: ReportSchedule, after: Date): Date {
  const slot = slotsNear(after, schedule).find((at) => at > after.getTime())
  if (slot === undefined) throw new Error('A schedule without a next slot.')
  return new Date(slot)
}

/** The last slot at or before a moment. */
export function lastSlot(schedule: ReportSchedule, at: Date): Date {
  const slot = slotsNear(at, schedule).findLast((each) => each <= at.getTime())
  if (slot === undefined) throw new Error('A schedule without a last slot.')
  return new Date(slot)
}
