import { momentOf, wallAt } from '@imperium/contract/kit/wall-clock.ts'

const dayMs = 86_400_000

/** ISO weekdays: 1 is Monday. */
const weekdayOf = (wall: number): number => ((new Date(wall).getUTCDay() + 6) % 7) + 1

/**
 * The next time after a moment at which a wall clock of the zone shows `time` on one of `days`. A time that the zone skips becomes the
 * next existing minute; a doubled time means the first.
 */
export function nextWallTime(after: Date, days: readonly number[], time: string, zone: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const today = Math.floor(wallAt(after.getTime(), zone) / dayMs) * dayMs
  // From yesterday: a skipped time may lie on the day after.
  for (let day = today - dayMs; ; day += dayMs) {
    if (!days.includes(weekdayOf(day))) continue
    const at = momentOf(day + hours * 3_600_000 + minutes * 60_000, zone)
    if (at > after.getTime()) return new Date(at)
  }
}

/** Parses a moment from a template or a form: ISO time with a zone, or local time of the given zone; null for anything else. */
export function readMoment(text: string, zone: string): Date | null {
  const trimmed = text.trim()
  const local = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.\d{1,9})?)?)?$/.exec(trimmed)
  if (local) {
    const wall = Date.parse(`${local[1] ?? ''}T${local[2] ?? '00:00'}:${local[3] ?? '00'}Z`)
    return Number.isNaN(wall) ? null : new Date(momentOf(wall, zone))
  }
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/i.test(trimmed)) return null
  const at = Date.parse(trimmed.replace(' ', 'T'))
  return Number.isNaN(at) ? null : new Date(at)
}
