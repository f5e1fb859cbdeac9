import type { Schedule } from '@imperium/contract/campaigns.ts'

const dayMs = 86_400_000
const minuteMs = 60_000

/** Wall-clock time as if it were UTC, in milliseconds: for counting days and comparing, never a moment. */
const wallOf = (local: string): number => Date.parse(`${local}:00Z`)

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const made =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      ...({ timeZone, hourCycle: 'h23', era: 'short' } as const),
      ...({ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const),
    })
  formats.set(timeZone, made)
  return made
}

/** What calendar and clock on the wall of a zone show at a moment, as if it were UTC. */
export function wallAt(at: number, timeZone: string): number {
  const read: Record<string, string> = {}
  for (const { type, value } of formatOf(timeZone).formatToParts(at)) read[type] = value
  return Date.UTC(
    Number(read['year']),
    Number(read['month']) - 1,
    Number(read['day']),
    Number(read['hour']),
    Number(read['minute']),
    Number(read['second']),
  )
}

/**
 * The moment of a wall-clock time. One that exists twice, when clocks are put back, is the first; one that does not exist, when they
 * are put forward, is the next minute that does.
 */
export function momentOf(wall: number, timeZone: string): number {
  // Offsets that hold near it: a change of clocks lies within a day, or none does.
  const offsets = [-1, -0.5, 0, 0.5, 1].map((days) => {
    const at = wall + days * dayMs
    return wallAt(at, timeZone) - at
  })
  const moments = [...new Set(offsets)].map((offset) => wall - offset).sort((a, b) => a - b)
  const exact = moments.find((at) => wallAt(at, timeZone) === wall)
  if (exact !== undefined) return exact
  // It was skipped. Before the change the wall shows less, after it more: halve until the minute of the change is found.
  let [before, after] = [wall - 2 * dayMs, wall + 2 * dayMs]
  while (after - before > minuteMs) {
    const middle = before + Math.floor((after - before) / 2 / minuteMs) * minuteMs
    if (wallAt(middle, timeZone) < wall) before = middle
    else after = middle
  }
  return after
}

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

/** The first occurrence after a moment, or null where there is none: the schedule is over, or none at all. */
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
  // Never past the one that is looked for: a month has at most 31 days.
  for (let n = Math.max(0, Math.floor(days / perStep) - 1); ; n++) {
    const wall = wallOfOccurrence(schedule, n)
    if (wall > end) return null
    const at = momentOf(wall, timeZone)
    if (at > after.getTime()) return new Date(at)
  }
}

/** An occurrence that is begun later than this has been missed. */
export const missedAfterMs = 15 * minuteMs

/** What is due of a schedule: whether a send begins now, and when the next occurrence is. Of several that were missed at most one is made good. */
export function whatIsDue(schedule: Schedule, dueAt: Date, now: Date): { begins: boolean; nextAt: Date | null } {
  const isLate = now.getTime() - dueAt.getTime() > missedAfterMs
  const begins = !(schedule.type === 'recurring' && schedule.missed === 'skip' && isLate)
  return { begins, nextAt: schedule.type === 'recurring' ? nextOccurrence(schedule, now > dueAt ? now : dueAt) : null }
}
