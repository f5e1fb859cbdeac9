import { message } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import { wallAt } from '@imperium/contract/kit/wall-clock.ts'
import { RRuleTemporal } from 'rrule-temporal'
import { ServiceError } from '../../../kit/service-error.ts'
import { CalendarBudget } from './calendar-budget.ts'
import { namedZone, utc, zonesOf } from './calendar-zones.ts'
import type { CalendarZone, ZoneReader } from './calendar-zones.ts'
import { readProperty, stamp, unfolded, wallOf } from './property.ts'
import type { Property } from './property.ts'

/** One event at one time, in the form that `findFreeTimes` reads. */
export interface Occurrence {
  id: string
  summary: string
  location: string
  description: string
  status: string
  transparency: string
  repeats: boolean
  /** Of a repeated event: the time at which the series has it, wherever it was moved to. */
  occurrence?: string
  /** Guests who declined it. */
  declinedBy: string[]
  start: { dateTime: string } | { date: string }
  end: { dateTime: string } | { date: string }
}

const dayMs = 86_400_000
const maxIterations = 50_000
/** Rules that can cost seconds each: many times a day, chosen among many days, or counted for ever. */
const dearRule = /FREQ=(SECONDLY|MINUTELY|HOURLY)|BY(HOUR|MINUTE|SECOND|SETPOS)=|COUNT=\d{4}/i
const dearLimits = { maxIterations: 20_000, maxCandidateEvaluations: 20_000 }
const dearSteps = 500
/** A longer line is an attachment; what is left of a longer resource is no event of a person. */
const longestLine = 32 * 1024
/** Without one of these the times of an event are not known. */
const timeLine = /^(DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|EXRULE|RECURRENCE-ID)[;:]/i
const mostText = 256 * 1024
/** As they stand: an attachment of several MB has 75 characters in each. */
const mostLines = 100_000
const longestTexts = 8_000
const longestGuest = 1_000
/** Longer than any event of a person, and short enough for every date. */
const longestMs = 100 * 366 * dayMs

const isDeclined = (line: string): boolean => line.length <= longestGuest && /;PARTSTAT=DECLINED[;:]/i.test(line)

/** The lines of a resource that are read. @throws ServiceError for one that is too large: its times would look free */
function readLines(text: string): Property[] {
  if (hasMoreLines(text, mostLines)) throw new ServiceError(tooLarge(unfolded(text.slice(0, mostText))))
  // Other guests are not read, and a series with hundreds of them would be too large.
  const all = unfolded(text)
  const lines = all.filter((line) => line.length <= longestLine && (!/^ATTENDEE[;:]/i.test(line) || isDeclined(line)))
  if (all.some((line) => line.length > longestLine && timeLine.test(line))) throw new ServiceError(tooLarge(lines))
  if (lines.reduce((sum, line) => sum + line.length, 0) > mostText) throw new ServiceError(tooLarge(lines))
  return lines.flatMap((line) => readProperty(line) ?? [])
}

function hasMoreLines(text: string, most: number): boolean {
  let left = most
  for (let at = text.indexOf('\n'); at >= 0 && left >= 0; at = text.indexOf('\n', at + 1)) left -= 1
  return left < 0
}

function tooLarge(lines: readonly string[]): Text {
  const title = lines.find((line) => /^SUMMARY[;:]/i.test(line)) ?? ''
  const name = (readProperty(title)?.value ?? '').slice(0, 100)
  return message('An event of this calendar is larger than {max} KB and cannot be read: {name}', {
    max: mostText / 1024,
    name: name || '?',
  })
}

/** The properties of each event; those of components within it are left out. */
function eventsIn(lines: readonly Property[]): Property[][] {
  const found: Property[][] = []
  const open: string[] = []
  for (const property of lines) {
    const value = property.value.toUpperCase()
    if (property.name === 'BEGIN') {
      open.push(value)
      if (value === 'VEVENT') found.push([])
    } else if (property.name === 'END') open.pop()
    else if (open.at(-1) === 'VEVENT') found.at(-1)?.push(property)
  }
  return found
}

export const eventsOf = (text: string): Property[][] => eventsIn(readLines(text))
export const find = (event: readonly Property[], name: string): Property | undefined => event.find((each) => each.name === name)
export const textOf = (event: readonly Property[], name: string): string =>
  (find(event, name)?.value ?? '').replaceAll(/\\([nN;,\\])/g, (_all, char: string) => (char.toLowerCase() === 'n' ? '\n' : char))

interface Moment {
  ms: number
  isDay: boolean
  /** Of a local time; null for UTC. */
  zone: CalendarZone | null
}

function refuseZone(name: string): never {
  throw new ServiceError(
    message('This calendar is incomplete: its time zone {name} is unknown and has no readable rules', { name: name.slice(0, 100) }),
  )
}

/** A time of an event; one without a zone is in that of the event's start, or else of the person who asks. */
function momentIn({ value, params }: Property, zones: ZoneReader, ownZone: string, startZone?: CalendarZone | null): Moment {
  const isDay = params['VALUE'] === 'DATE' || /^\d{8}$/.test(value)
  const wall = wallOf(value)
  if (value.endsWith('Z') || Number.isNaN(wall)) return { ms: wall, isDay: false, zone: null }
  const zone =
    params['TZID'] && !isDay ? (zones(params['TZID']) ?? refuseZone(params['TZID'])) : ((isDay ? null : startZone) ?? namedZone(ownZone))
  return { ms: zone.momentOf(wall), isDay, zone }
}

/** ISO 8601 durations of iCalendar: weeks, days, hours, minutes, seconds. */
function durationMs(text: string): number {
  const [whole, sign, weeks, days, hours, minutes, seconds] =
    /^([+-])?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(text.trim()) ?? []
  if (whole === undefined || !/\d/.test(whole)) return Number.NaN
  const sum =
    Number(weeks ?? 0) * 7 * dayMs +
    Number(days ?? 0) * dayMs +
    Number(hours ?? 0) * 3_600_000 +
    Number(minutes ?? 0) * 60_000 +
    Number(seconds ?? 0) * 1_000
  return sign === '-' ? 0 : sum
}

interface Timed {
  start: Moment
  lengthMs: number
}

/** @throws ServiceError for an event without a start that can be read, or without an end in sight: its time would look free */
function timesOf(event: readonly Property[], zones: ZoneReader, ownZone: string): Timed {
  const given = find(event, 'DTSTART')
  if (!given) throw unreadTimes(event)
  const start = momentIn(given, zones, ownZone)
  const end = find(event, 'DTEND')
  const duration = find(event, 'DURATION')
  const lengthMs = end
    ? momentIn(end, zones, ownZone, start.zone).ms - start.ms
    : duration
      ? durationMs(duration.value)
      : start.isDay
        ? dayMs
        : 0
  if (Number.isNaN(start.ms + lengthMs) || lengthMs > longestMs) throw unreadTimes(event)
  return { start, lengthMs: Math.max(0, lengthMs) }
}

const unreadTimes = (event: readonly Property[]): ServiceError =>
  new ServiceError(
    message('This calendar is incomplete: the times of an event cannot be read: {name}', {
      name: textOf(event, 'SUMMARY').slice(0, 100) || '?',
    }),
  )

/** What a clock in the zone shows, as iCalendar writes it. */
const wallStamp = ({ value }: Property): string => value.replace(/Z$/, '')

/** The beginnings of a repeated event between two times, by its rules (RFC 5545; some programs write several) in its own zone. */
function beginningsOf(event: readonly Property[], timed: Timed, from: number, until: number): number[] {
  const rules = event.filter(({ name }) => name === 'RRULE')
  return rules.length === 0 ? [timed.start.ms] : rules.flatMap((rule) => beginningsOfRule(event, rule, timed, from, until))
}

function beginningsOfRule(event: readonly Property[], rule: Property, { start, lengthMs }: Timed, from: number, until: number): number[] {
  const dtstart = find(event, 'DTSTART')
  if (!dtstart) return [start.ms]
  const zone = start.zone ?? utc
  const wall = wallStamp(dtstart)
  // Other calendars than the Gregorian one (RFC 7529) take seconds to count.
  if (/RSCALE=/i.test(rule.value)) throw unreadRule(event)
  try {
    // Expanded by the clock on the wall, so that UNTIL counts as RFC 5545 (3.3.10) means it in every form.
    const lines = [
      `DTSTART:${wall.padEnd(15, 'T000000'.slice(wall.length - 8))}Z`,
      `RRULE:${rule.value.replace(/UNTIL=([^;]*)/i, (_all, end: string) => `UNTIL=${lastWall(end, start, zone)}`)}`,
    ]
    const limits = dearRule.test(rule.value) ? dearLimits : { maxIterations }
    return new RRuleTemporal({ rruleString: lines.join('\n'), ...limits })
      .between(new Date(zone.wallAt(from - lengthMs) - dayMs), new Date(zone.wallAt(until) + dayMs), true)
      .map(({ epochMilliseconds }) => zone.momentOf(epochMilliseconds))
      .filter((ms) => ms <= lastMoment(rule, start))
  } catch (error) {
    throw unreadRule(event, error)
  }
}

/** Times that are not known must not look free: the whole calendar is refused. */
function unreadRule(event: readonly Property[], cause?: unknown): ServiceError {
  return new ServiceError(
    message('This calendar is incomplete: the repetition of an event cannot be read: {name}', {
      name: textOf(event, 'SUMMARY').slice(0, 100) || '?',
    }),
    { cause },
  )
}

/** UNTIL as a moment: in the hour that autumn repeats, a clock alone does not tell which of two times is meant. */
function lastMoment({ value }: Property, { isDay }: Moment): number {
  const end = /UNTIL=(\d{8}T\d{4,6}Z)/i.exec(value)?.[1]
  return end === undefined || isDay ? Infinity : wallOf(end)
}

/** The end of a series by the clock of its zone; one that is a moment counts as such, so the clock goes on for a day. */
function lastWall(end: string, { isDay }: Moment, zone: CalendarZone): string {
  const wall = wallOf(end)
  if (Number.isNaN(wall)) throw new RangeError('The end of the series cannot be read.')
  if (!end.includes('T')) return `${end}T235959Z`
  if (isDay) return stamp(end.endsWith('Z') ? lastDay(wall) : wall)
  return stamp(end.endsWith('Z') ? zone.wallAt(wall) + dayMs : wall)
}

/** Programs write the last day as its midnight in some zone, or as its last second: both mean the same day in every zone. */
function lastDay(ms: number): number {
  const isEnd = ms % 60_000 === 59_000
  const day = Math.floor((ms + (isEnd ? 1_000 : 0) + dayMs / 2) / dayMs) * dayMs
  return (isEnd ? day - dayMs : day) + dayMs - 1_000
}

/** Values of a property that may stand several times with several of them (EXDATE, RDATE). */
const valuesOf = (event: readonly Property[], name: string, { budget }: Reading): Property[] =>
  event
    .filter((each) => each.name === name)
    .flatMap(({ value, ...rest }) =>
      value.split(',').map((one) => {
        budget.spend()
        return { ...rest, value: one }
      }),
    )

/** Begins that a series has besides its rule, with their lengths: a period brings its own. */
function addedBegins(event: readonly Property[], { start, lengthMs }: Timed, { zones, timeZone, ...reading }: Reading): [number, number][] {
  return valuesOf(event, 'RDATE', { zones, timeZone, ...reading }).map((each) => {
    const [from = '', to] = each.value.split('/')
    const momentMs = (value: string) => momentIn({ ...each, value }, zones, timeZone, start.zone).ms
    const begin = momentMs(from)
    const length = to === undefined ? lengthMs : to.startsWith('P') ? durationMs(to) : momentMs(to) - begin
    if (Number.isNaN(begin + length) || length > longestMs) throw unreadTimes(event)
    return [begin, Math.max(0, length)]
  })
}

/**
 * Whether a beginning of a series is one that these properties name (EXDATE, RECURRENCE-ID). Programs write them in another zone than
 * the start, in UTC, or as a date alone, which means the occurrence of that day.
 */
function namesPlace(named: readonly Property[], { start }: Timed, { zones, timeZone }: Reading): (ms: number) => boolean {
  const [moments, days] = [new Set<number>(), new Set<string>()]
  const clock = start.zone ?? utc
  for (const each of named) {
    const wall = wallOf(each.value)
    const isUtc = each.value.endsWith('Z')
    if (start.isDay) days.add(stamp(isUtc ? wall + dayMs / 2 : wall).slice(0, 8))
    else if (each.params['VALUE'] === 'DATE' || /^\d{8}$/.test(each.value)) days.add(each.value.slice(0, 8))
    else moments.add(momentIn(each, zones, timeZone, start.zone).ms)
  }
  return (ms) => moments.has(ms) || (days.size > 0 && days.has(stamp(clock.wallAt(ms)).slice(0, 8)))
}

const dayAt = (ms: number, ownZone: string): string => new Date(wallAt(ms, ownZone)).toISOString().slice(0, 10)
const timeAt = (ms: number, isDay: boolean, ownZone: string) =>
  isDay ? { date: dayAt(ms, ownZone) } : { dateTime: new Date(ms).toISOString() }

export interface Window {
  from: number
  until: number
  /** Of whole days and of times without a zone. */
  timeZone: string
}

interface Reading extends Window {
  zones: ZoneReader
  budget: CalendarBudget
}

/**
 * The occurrences of a calendar file between two times, repetitions expanded, changed ones in the place of theirs. `budget` is that of
 * the whole answer. @throws ServiceError where it is spent
 */
export function occurrencesOf(id: string, text: string, window: Window, budget = new CalendarBudget()): Occurrence[] {
  budget.spend()
  const lines = readLines(text)
  const reading: Reading = { ...window, zones: zonesOf(lines), budget }
  const events = eventsIn(lines)
  const changes = new Map<string, Property[]>()
  for (const event of events) {
    budget.spend()
    const place = find(event, 'RECURRENCE-ID')
    if (!place) continue
    // The occurrences after it are changed too, which is not worked out here.
    if (/THISANDFUTURE/i.test(place.params['RANGE'] ?? '') || Number.isNaN(wallOf(place.value))) throw unreadRule(event)
    const uid = textOf(event, 'UID')
    changes.set(uid, [...(changes.get(uid) ?? []), place])
  }
  return events.flatMap((event) => occurrencesOfEvent(id, event, changes.get(textOf(event, 'UID')) ?? [], reading))
}

function occurrencesOfEvent(id: string, event: readonly Property[], changes: readonly Property[], reading: Reading): Occurrence[] {
  const { from, until, timeZone, zones, budget } = reading
  const timed = timesOf(event, zones, timeZone)
  const rules = event.filter(({ name }) => name === 'RRULE')
  for (const rule of rules) budget.spend(dearRule.test(rule.value) ? dearSteps : 1)
  const place = find(event, 'RECURRENCE-ID')
  const isChange = place !== undefined
  const repeats = isChange || rules.length > 0 || find(event, 'RDATE') !== undefined
  const placeOf = (ms: number): string => {
    const start = place ? momentIn(place, zones, timeZone, timed.start.zone) : { ...timed.start, ms }
    return start.isDay ? dayAt(start.ms, timeZone) : new Date(start.ms).toISOString()
  }
  const isLeft = namesPlace([...valuesOf(event, 'EXDATE', reading), ...(isChange ? [] : changes)], timed, reading)
  const begins = new Map([
    ...beginningsOf(event, timed, from, until).map((ms): [number, number] => [ms, timed.lengthMs]),
    ...addedBegins(event, timed, reading),
  ])
  budget.spend(begins.size)
  const shared = {
    id,
    summary: textOf(event, 'SUMMARY').slice(0, longestTexts),
    location: textOf(event, 'LOCATION').slice(0, longestTexts),
    description: textOf(event, 'DESCRIPTION').slice(0, longestTexts),
    status: textOf(event, 'STATUS').toLowerCase() || 'confirmed',
    transparency: textOf(event, 'TRANSP').toLowerCase() || 'opaque',
    repeats,
    declinedBy: event.flatMap(({ name, value }) => (name === 'ATTENDEE' ? value.replace(/^mailto:/i, '').toLowerCase() : [])),
  }
  return [...begins]
    .filter(([ms, length]) => !isLeft(ms) && ms < until && ms + length > from)
    .map(([ms, length]) => {
      const { isDay } = timed.start
      // A day of 23 hours ends before the next midnight all the same.
      const [start, end] = [timeAt(ms, isDay, timeZone), timeAt(ms + length, isDay, timeZone)]
      return { ...shared, ...(repeats && { occurrence: placeOf(ms) }), start, end }
    })
}

/** The event of a file that its changed occurrences belong to: the only one, for an event that does not repeat. */
export const mainEventOf = (events: readonly Property[][]): Property[] | undefined =>
  events.find((event) => !find(event, 'RECURRENCE-ID')) ?? events[0]

/** An occurrence of a repeated event: its time, and how the file names the place that it has in the series. */
export interface Place {
  startMs: number
  lengthMs: number
  isDay: boolean
  /** A line RECURRENCE-ID. */
  line: string
  /** The event that changes it already; -1 for none. */
  index: number
}

const aroundMs = 2 * dayMs

/** The occurrence of this name in the list of events; null where the series has none there. */
export function findPlace(text: string, occurrence: string, timeZone: string): Place | null {
  const near = Date.parse(occurrence)
  const lines = readLines(text)
  const events = eventsIn(lines)
  const window: Window = { from: near - aroundMs, until: near + aroundMs, timeZone }
  const reading: Reading = { ...window, zones: zonesOf(lines), budget: new CalendarBudget() }
  const isMeant = (moment: Moment): boolean =>
    moment.isDay ? dayAt(moment.ms, timeZone) === occurrence : moment.ms === near && occurrence.includes('T')
  const index = events.findIndex((event) => {
    const place = find(event, 'RECURRENCE-ID')
    return place !== undefined && isMeant(momentIn(place, reading.zones, timeZone, timesOf(event, reading.zones, timeZone).start.zone))
  })
  const changed = events[index]
  const event = changed ?? mainEventOf(events)
  const given = event && find(event, changed ? 'RECURRENCE-ID' : 'DTSTART')
  if (!given) return null
  const timed = timesOf(event, reading.zones, timeZone)
  const { isDay } = timed.start
  if (changed) return { startMs: timed.start.ms, lengthMs: timed.lengthMs, isDay, line: '', index }
  const isLeft = namesPlace(valuesOf(event, 'EXDATE', reading), timed, reading)
  const begins = [...beginningsOf(event, timed, window.from, window.until), ...addedBegins(event, timed, reading).map(([ms]) => ms)]
  const startMs = begins.find((ms) => !isLeft(ms) && isMeant({ ...timed.start, ms }))
  if (startMs === undefined) return null
  return { startMs, lengthMs: timed.lengthMs, isDay, line: placeLine(given, timed.start, startMs), index }
}

/** In the form in which the series has its own beginning, as RFC 5545 wants it. */
function placeLine({ params, value }: Property, { isDay, zone }: Moment, ms: number): string {
  if (value.endsWith('Z')) return `RECURRENCE-ID:${stamp(ms)}`
  const wall = stamp((zone ?? utc).wallAt(ms)).replace('Z', '')
  if (isDay) return `RECURRENCE-ID;VALUE=DATE:${wall.slice(0, 8)}`
  return `RECURRENCE-ID${params['TZID'] ? `;TZID="${params['TZID']}"` : ''}:${wall}`
}

/** Zone and length of the main event, to move it without changing how long it takes. */
export function mainTimes(text: string): { startMs: number; lengthMs: number } | null {
  const lines = readLines(text)
  const main = mainEventOf(eventsIn(lines))
  const timed = main && timesOf(main, zonesOf(lines), 'UTC')
  return timed ? { startMs: timed.start.ms, lengthMs: timed.lengthMs } : null
}
