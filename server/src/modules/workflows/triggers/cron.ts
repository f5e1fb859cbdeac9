import { Cron } from 'croner'
import { momentOf, wallAt } from '@imperium/contract/kit/wall-clock.ts'

const fiveFields = 'Must be a cron expression with five fields, for example 0 9 * * 1-5'

/** The problem of a cron line as text; null: valid. */
export function cronProblem(line: string): string | null {
  if (line.trim().split(/\s+/).length !== 5) return fiveFields
  try {
    return parse(line, 'UTC').nextRun() ? null : 'This time never comes'
  } catch {
    return fiveFields
  }
}

const parse = (line: string, timezone: string) => new Cron(line, { timezone, mode: '5-part', paused: true })

/**
 * Next due time of a schedule after `after`; null: never. A time that the change of clocks skips is due at the first existing minute.
 * For a doubled time a line that chooses hours is due once, at the first; a line of every hour (`*`) is due at both.
 */
export function nextDue(line: string, timeZone: string, after: Date): Date | null {
  const isEveryHour = /^\*(\/1)?$/.test(line.trim().split(/\s+/)[1] ?? '')
  return isEveryHour ? parse(line, timeZone).nextRun(after) : nextOfNamedHours(line, timeZone, after)
}

/** More than any clock is put forward or back. */
const longestChangeMs = 3 * 3_600_000

// croner drops a skipped `15 2,4` and fires twice for a doubled `15 2,3`: it computes on a wall clock without changes, and we convert the result to the zone.
function nextOfNamedHours(line: string, timeZone: string, after: Date): Date | null {
  const cron = parse(line, 'UTC')
  // Starts a few hours back: times that the clock already showed may still come after it was put back.
  let wall = cron.nextRun(new Date(wallAt(after.getTime(), timeZone) - longestChangeMs))
  while (wall) {
    const due = momentOf(wall.getTime(), timeZone)
    if (due > after.getTime()) return new Date(due)
    wall = cron.nextRun(wall)
  }
  return null
}
