const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Local hour of Monday at which the digest goes out. */
const firstHour = 9

const formats = new Map<string, Intl.DateTimeFormat>()

/** Day (`2026-11-16`), weekday (`Mon`) and hour of a time in a zone. */
function localTime(at: Date, timeZone: string): { day: string; weekday: string; hour: number } {
  let format = formats.get(timeZone)
  if (!format) {
    const options = {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      weekday: 'short',
      hour: '2-digit',
      hourCycle: 'h23',
    } as const
    format = new Intl.DateTimeFormat('en-US', options)
    formats.set(timeZone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return { day: `${parts['year']}-${parts['month']}-${parts['day']}`, weekday: parts['weekday'] ?? '', hour: Number(parts['hour']) }
}

const addDays = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/**
 * The week of the digest that is due in a zone, named by its Monday: from nine o'clock on Monday to the end of Tuesday, so that a server
 * that was down on Monday still sends it; null at any other time.
 */
export function dueWeek(now: Date, timeZone: string): string | null {
  const { day, weekday, hour } = localTime(now, timeZone)
  if (weekday === 'Mon') return hour >= firstHour ? day : null
  return weekday === 'Tue' ? addDays(day, -1) : null
}

/** True if it is due anywhere on Earth: Monday begins in UTC+14 and Tuesday ends in UTC-12. */
export const isDueSomewhere = (now: Date): boolean => ['Etc/GMT-14', 'UTC', 'Etc/GMT+12'].some((zone) => dueWeek(now, zone) !== null)

/** The days that a week's digest covers: the previous Monday to the previous Sunday, and a time on that Sunday in the zone. */
export function daysBefore(week: string, timeZone: string): { from: string; to: string; lastDay: Date } {
  const to = addDays(week, -1)
  const noon = Date.parse(`${to}T12:00:00Z`)
  const lastDay = [0, -8, 8].map((hours) => new Date(noon + hours * hourMs)).find((at) => localTime(at, timeZone).day === to)
  return { from: addDays(week, -7), to, lastDay: lastDay ?? new Date(noon) }
}
