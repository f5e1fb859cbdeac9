import { Cron } from 'croner'
import { momentOf, wallAt } from '@imperium/contract/wall-clock.ts'

const fiveFields = 'Must be a cron expression with five fields, for example 0 9 * * 1-5'

/** What is wrong with a cron line, in words; null: nothing. */
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
 * When a schedule is due next, after this time; null: never. Where the clocks go forward, a time that does not exist is due at the first minute
 * that does. Where they go back, a line that names its hours is due once, at the first of the two; one for every hour (`*`) is due in both.
 */
export function nextDue(line: string, timeZone: string, after: Date): Date | null {
  const isEveryHour = line.trim().split(/\s+/)[1]?.startsWith('*') ?? false
  return isEveryHour ? parse(line, timeZone).nextRun(after) : nextOfNamedHours(line, timeZone, after)
}

/** More than any clock is put forward or back. */
const longestChangeMs = 3 * 3_600_000

// croner comes twice to a doubled `15 2,3`: it is asked about a wall clock without changes, and what that means in the zone is ours.
function nextOfNamedHours(line: string, timeZone: string, after: Date): Date | null {
  const cron = parse(line, 'UTC')
  // Of what the clock showed a few hours ago some is still to come where it was put back.
  let wall = cron.nextRun(new Date(wallAt(after.getTime(), timeZone) - longestChangeMs))
  while (wall) {
    const due = momentOf(wall.getTime(), timeZone)
    if (due > after.getTime()) return new Date(due)
    wall = cron.nextRun(wall)
  }
  return null
}
