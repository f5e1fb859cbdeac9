import { stamp } from './property.ts'

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

export const joined = (lines: readonly string[]): string => `${lines.map(folded).join('\r\n')}\r\n`

export interface EventDetails {
  summary?: string | undefined
  start?: string | undefined
  end?: string | undefined
  description?: string | undefined
  location?: string | undefined
}

export const linesOf = ({ summary, start, end, description, location }: EventDetails): [name: string, line: string][] => [
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
  return joined(lines)
}
