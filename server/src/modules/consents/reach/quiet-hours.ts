/** Times of day as `HH:MM`; from 21:00 until 08:00 runs over midnight. From and until alike: never. */
export interface DayRange {
  from: string
  until: string
}

const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
export type Weekday = (typeof days)[number]

/** When a message may go: on these days, between these times. A range over midnight belongs to the day on which it begins. */
export interface SendWindow extends DayRange {
  days: readonly Weekday[]
}

const minuteMs = 60_000
const dayMinutes = 1_440

const formats = new Map<string, Intl.DateTimeFormat | null>()

// Made once a zone: making one costs more than a hundred uses.
function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const made = makeFormat(timeZone)
  // Zones come from contacts; there are some six hundred, and whatever else is written there must not fill the memory.
  if (formats.size > 2_000) formats.clear()
  formats.set(timeZone, made)
  return made
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

export const isTimeZone = (text: string): boolean => formatOf(text) !== null

/** The first of the zones that exists, UTC if none does. */
export const knownZone = (...zones: readonly (string | null | undefined)[]): string =>
  zones.find((zone) => zone && isTimeZone(zone)) ?? 'UTC'

export interface LocalMinute {
  /** Minutes since local midnight by the clock on the wall, 0 to 1439. */
  minute: number
  /** 0 is Sunday. */
  day: number
}

/** What clock and calendar on the wall of a zone say. @throws RangeError for an unknown zone. */
export function localMinute(at: Date, timeZone: string): LocalMinute {
  const format = formatOf(timeZone)
  if (!format) throw new RangeError(`unknown time zone ${timeZone}`)
  const read: Record<string, string> = {}
  for (const { type, value } of format.formatToParts(at)) read[type] = value
  return {
    minute: Number(read['hour']) * 60 + Number(read['minute']),
    day: days.indexOf((read['weekday'] ?? '').toLowerCase() as Weekday),
  }
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

function isWithin(minute: number, { from, until }: DayRange): boolean {
  const [start, end] = [minuteOf(from), minuteOf(until)]
  return start <= end ? minute >= start && minute < end : minute >= start || minute < end
}

export const isQuiet = (at: Date, timeZone: string, quiet: DayRange): boolean => isWithin(localMinute(at, timeZone).minute, quiet)

export function isInWindow(at: Date, timeZone: string, window: SendWindow): boolean {
  const { minute, day } = localMinute(at, timeZone)
  const [start, end] = [minuteOf(window.from), minuteOf(window.until)]
  const allDay = start === end
  if (!allDay && !isWithin(minute, window)) return false
  // After midnight the range of the day before goes on.
  const began = start > end && minute < end ? (day + 6) % 7 : day
  return window.days.includes(days[began] ?? 'sun')
}

export interface SendRules {
  quiet: DayRange | null
  window: SendWindow | null
}

export type SendMoment =
  | { kind: 'now' }
  | { kind: 'later'; until: Date; reason: 'quiet_hours' | 'window' }
  /** The window lies within the quiet hours: there is no such moment. */
  | { kind: 'never' }

/** A week, and a day for clocks that are changed. */
const searchMinutes = 8 * dayMinutes

/**
 * Whether a message may go now, else the first moment at which it may, by the clock on the recipient's wall: a clock that is put
 * back has the hour twice, one that is put forward skips it, and both count as the clock shows them.
 */
export function nextMoment(at: Date, timeZone: string, { quiet, window }: SendRules): SendMoment {
  const why = (when: Date): 'quiet_hours' | 'window' | null => {
    if (quiet && isQuiet(when, timeZone, quiet)) return 'quiet_hours'
    return window && !isInWindow(when, timeZone, window) ? 'window' : null
  }
  const reason = why(at)
  if (!reason) return { kind: 'now' }
  const bounds = [0, ...[quiet, window].flatMap((range) => (range ? [minuteOf(range.from), minuteOf(range.until)] : []))]
  const first = Math.floor(at.getTime() / minuteMs)
  for (let minute = first; minute < first + searchMinutes;) {
    minute = nextChange(minute, timeZone, bounds)
    const when = new Date(minute * minuteMs)
    if (why(when) === null) return { kind: 'later', until: when, reason }
  }
  return { kind: 'never' }
}

/** When an open window closes next; null where it does not within a week. */
export function nextClosing(at: Date, timeZone: string, window: SendWindow): Date | null {
  const bounds = [0, minuteOf(window.from), minuteOf(window.until)]
  const first = Math.floor(at.getTime() / minuteMs)
  for (let minute = first; minute < first + searchMinutes;) {
    minute = nextChange(minute, timeZone, bounds)
    const when = new Date(minute * minuteMs)
    if (!isInWindow(when, timeZone, window)) return when
  }
  return null
}

/** The next minute (since 1970) at which the wall clock shows one of `bounds`, or is put forward or back. */
function nextChange(minute: number, timeZone: string, bounds: readonly number[]): number {
  const read = (when: number) => localMinute(new Date(when * minuteMs), timeZone)
  const now = read(minute)
  const step = Math.min(...bounds.map((bound) => (bound - now.minute + dayMinutes) % dayMinutes || dayMinutes))
  const runsOn = (after: number) => {
    const { minute: shown, day } = read(minute + after)
    const expected = now.minute + after
    return shown === expected % dayMinutes && day === (now.day + Math.floor(expected / dayMinutes)) % 7
  }
  if (runsOn(step)) return minute + step
  // The clock was changed on the way: halve until the minute is found.
  let [before, changed] = [0, step]
  while (changed - before > 1) {
    const middle = Math.floor((before + changed) / 2)
    if (runsOn(middle)) before = middle
    else changed = middle
  }
  return minute + changed
}
