import { ServiceError } from '../../../kit/service-error.ts'
import { eventsOf, find, findPlace, mainEventOf, mainTimes } from './calendar-data.ts'
import type { Place } from './calendar-data.ts'
import { joined, linesOf } from './calendar-writing.ts'
import type { EventDetails } from './calendar-writing.ts'
import { readProperty, stamp, unfolded } from './property.ts'

/** The lines of a file, and those of its events: where each begins and ends. */
function splitEvents(text: string) {
  const lines = unfolded(text).filter((line) => line !== '')
  const events: { from: number; until: number }[] = []
  const open: string[] = []
  for (const [at, line] of lines.entries()) {
    const { name, value = '' } = readProperty(line) ?? {}
    if (name === 'BEGIN') {
      open.push(value.toUpperCase())
      if (open.at(-1) === 'VEVENT') events.push({ from: at, until: lines.length })
    } else if (name === 'END') {
      const last = events.at(-1)
      if (open.pop() === 'VEVENT' && last) last.until = at + 1
    }
  }
  return { lines, events }
}

/** The properties of an event, and the components within it, such as alarms. */
function partsOf(lines: readonly string[]): [properties: string[], components: string[]] {
  const parts: [string[], string[]] = [[], []]
  let depth = 0
  for (const line of lines) {
    const isBegin = /^BEGIN:/i.test(line)
    if (isBegin) depth++
    parts[depth > 0 ? 1 : 0].push(line)
    if (/^END:/i.test(line)) depth--
  }
  return parts
}

/** The lines of one event with other details; everything else stays as it was. */
function changedLines(event: readonly string[], details: EventDetails, now: Date, without: readonly string[] = []): string[] {
  const changes = linesOf(details)
  const [properties, components] = partsOf(event.slice(1, -1))
  const dropped = new Set([...changes.map(([name]) => name), ...stamped, ...without, ...(details.end ? ['DURATION'] : [])])
  const nameOf = (line: string) => readProperty(line)?.name ?? ''
  const sequence = properties.flatMap((line) => (nameOf(line) === 'SEQUENCE' ? Number(readProperty(line)?.value) : []))[0]
  return [
    'BEGIN:VEVENT',
    ...properties.filter((line) => !dropped.has(nameOf(line))),
    `DTSTAMP:${stamp(now.getTime())}`,
    `LAST-MODIFIED:${stamp(now.getTime())}`,
    `SEQUENCE:${(sequence || 0) + 1}`,
    ...changes.map(([, line]) => line),
    ...components,
    'END:VEVENT',
  ]
}

const stamped = ['DTSTAMP', 'LAST-MODIFIED', 'SEQUENCE']
/** What a series has, and one occurrence of it has not. */
const ofSeries = ['RRULE', 'RDATE', 'EXDATE', 'EXRULE', 'DTSTART', 'DTEND', 'DURATION']

/** The file with other details of its main event, or of the event at this place. */
export function changeEvent(text: string, details: EventDetails, now: Date, index = mainIndexOf(text)): string {
  const { lines, events } = splitEvents(text)
  const place = events[index]
  if (!place) return text
  const changed = changedLines(lines.slice(place.from, place.until), details, now)
  return joined([...lines.slice(0, place.from), ...changed, ...lines.slice(place.until)])
}

function mainIndexOf(text: string): number {
  const events = eventsOf(text)
  const main = mainEventOf(events)
  return main ? events.indexOf(main) : -1
}

/** The file with an occurrence of its main event that is other than the series. */
function addOccurrence(text: string, { line, isDay, lengthMs }: Place, details: EventDetails, now: Date): string {
  const { lines, events } = splitEvents(text)
  const [main, last] = [events[mainIndexOf(text)], events.at(-1)]
  if (!main || !last) return text
  const [begin = '', ...rest] = changedLines(lines.slice(main.from, main.until), details, now, ofSeries)
  const length = isDay ? `P${Math.round(lengthMs / 86_400_000)}D` : `PT${Math.round(lengthMs / 1_000)}S`
  const times = details.start === undefined ? [line.replace('RECURRENCE-ID', 'DTSTART'), `DURATION:${length}`] : []
  return joined([...lines.slice(0, last.until), begin, line, ...times, ...rest, ...lines.slice(last.until)])
}

export interface Changes extends EventDetails {
  occurrence?: string | undefined
  timeZone: string
}

export interface ChangedEvent {
  times: { start?: string; end?: string }
  after: string
}

/** The file with the changes, and the times that the event has then. @throws ServiceError for what cannot be changed so */
export function withChanges(before: string, { occurrence, timeZone: zone, ...changes }: Changes, now: Date): ChangedEvent {
  const isSeries = eventsOf(before).some((event) => find(event, 'RRULE') ?? find(event, 'RDATE'))
  const isMoved = changes.start !== undefined || changes.end !== undefined
  if (isMoved && isSeries && occurrence === undefined)
    throw new ServiceError(
      'This event repeats. Give the occurrence to move, as the list of events names it; move the whole series in the calendar itself.',
    )
  const place = occurrence === undefined ? null : findPlace(before, occurrence, zone)
  if (occurrence !== undefined && !(isSeries && place))
    throw new ServiceError('This event has no such occurrence. Take it from the list of events.')
  const main = place ?? mainTimes(before)
  if (!main) throw new ServiceError('There is no event at this address')
  const start = changes.start === undefined ? main.startMs : Date.parse(changes.start)
  const end = changes.end === undefined ? start + main.lengthMs : Date.parse(changes.end)
  if (isMoved && end <= start) throw new ServiceError('The end must be after the beginning')
  const times = isMoved ? { start: new Date(start).toISOString(), end: new Date(end).toISOString() } : {}
  const details = { ...changes, ...times }
  const isNew = place !== null && place.index < 0
  return { times, after: isNew ? addOccurrence(before, place, details, now) : changeEvent(before, details, now, place?.index) }
}
