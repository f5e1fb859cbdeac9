import type { CampaignStatus, Schedule } from './campaigns.ts'
import { momentOf, wallAt } from '../kit/wall-clock.ts'

const dayMs = 86_400_000

/** Wall-clock time as if it were UTC, in milliseconds: for counting days and comparing, not an instant. */
const wallOf = (local: string): number => Date.parse(`${local}:00Z`)

type Recurring = Extract<Schedule, { type: 'recurring' }>

/** Wall-clock time of the nth occurrence (from 0). In a month that is too short it is the month's last day. */
function wallOfOccurrence({ startAt, frequency }: Recurring, n: number): number {
  const start = wallOf(startAt)
  if (frequency !== 'monthly') return start + n * (frequency === 'daily' ? 1 : 7) * dayMs
  const date = new Date(start)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + n]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay), date.getUTCHours(), date.getUTCMinutes())
}

/** Returns the first occurrence after a moment, or null when the schedule is over or there is none. */
export function nextOccurrence(schedule: Schedule, after: Date): Date | null {
  if (schedule.type === 'now') return null
  const { timeZone } = schedule
  if (schedule.type === 'scheduled') {
    const at = momentOf(wallOf(schedule.startAt), timeZone)
    return at > after.getTime() ? new Date(at) : null
  }
  const end = schedule.endAt === null ? Infinity : wallOf(schedule.endAt)
  const days = (wallAt(after.getTime(), timeZone) - wallOf(schedule.startAt)) / dayMs
  const perStep = { daily: 1, weekly: 7, monthly: 31 }[schedule.frequency]
  // Starts at or before the wanted occurrence, because a month has at most 31 days.
  for (let n = Math.max(0, Math.floor(days / perStep) - 1); ; n++) {
    const wall = wallOfOccurrence(schedule, n)
    if (wall > end) return null
    const at = momentOf(wall, timeZone)
    if (at > after.getTime()) return new Date(at)
  }
}

/**
 * True when a one-time campaign has begun (running, paused or completed): a new time would send duplicates, and a new
 * message or audience would have no effect, because its only send keeps the version and recipients it began with.
 */
export const hasBegunOnce = ({ status, schedule, nextAt }: { status: CampaignStatus; schedule: Schedule; nextAt: unknown }): boolean =>
  status !== 'draft' && schedule.type !== 'recurring' && nextAt === null

/** Returns at most `most` occurrences after a moment. */
export function nextOccurrences(schedule: Schedule, after: Date, most: number): Date[] {
  const found: Date[] = []
  for (let at = nextOccurrence(schedule, after); at && found.length < most; at = nextOccurrence(schedule, at)) found.push(at)
  return found
}
