import { eventsOf, mainEventOf, stamp } from './calendar-data.ts'
import type { Place } from './calendar-data.ts'
import { readProperty, unfolded } from './property.ts'

/** No character of it may end the line, for any program that reads it. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n?|[\n\u0085\u2028\u2029]/g, String.raw`\n`)
    .replaceAll(/(?!\t)\p{Cc}/gu, '')

/** Lines of at most 75 bytes, none cut within a character. */
function folded(line: string): string {
  const parts = ['']
  let bytes = 0
  for (const char of line) {
    const size = Buffer.byteLength(char)
    if (bytes + size > 74) {
      parts.push('')
      bytes = 0
    }
    parts[parts.length - 1] += char
    bytes += size
  }
  return parts.join('\r\n ')
}

export interface EventDetails {
  summary?: string | undefined
  start?: string | undefined
  end?: string | undefined
  description?: string | undefined
  location?: string | undefined
}

const linesOf = ({ summary, start, end, description, location }: EventDetails): [name: string, line: string][] => [
  ...(start === undefined ? [] : [['DTSTART', `DTSTART:${stamp(Date.parse(start))}`] as [string, string]]),
  ...(end === undefined ? [] : [['DTEND', `DTEND:${stamp(Date.parse(end))}`] as [string, string]]),
  ...Object.entries({ SUMMARY: summary, DESCRIPTION: description, LOCATION: location }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, `${name}:${escaped(value)}`] as [string, string]],
  ),
]

export function writeEvent(uid: string, details: EventDetails, now: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Imperium//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${stamp(now.getTime())}`,
  ]
  lines.push(...linesOf(details).map(([, line]) => line), 'END:VEVENT', 'END:VCALENDAR')
  return `${lines.map(folded).join('\r\n')}\r\n`
}

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

const joined = (lines: readonly string[]): string => `${lines.map(folded).join('\r\n')}\r\n`

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
export function addOccurrence(text: string, { line, isDay, lengthMs }: Place, details: EventDetails, now: Date): string {
  const { lines, events } = splitEvents(text)
  const [main, last] = [events[mainIndexOf(text)], events.at(-1)]
  if (!main || !last) return text
  const [begin = '', ...rest] = changedLines(lines.slice(main.from, main.until), details, now, ofSeries)
  const length = isDay ? `P${Math.round(lengthMs / 86_400_000)}D` : `PT${Math.round(lengthMs / 1_000)}S`
  const times = details.start === undefined ? [line.replace('RECURRENCE-ID', 'DTSTART'), `DURATION:${length}`] : []
  return joined([...lines.slice(0, last.until), begin, line, ...times, ...rest, ...lines.slice(last.until)])
}
