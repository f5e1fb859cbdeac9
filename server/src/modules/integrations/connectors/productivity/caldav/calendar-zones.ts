import { wallAt } from '@imperium/contract/kit/wall-clock.ts'
import { RRuleTemporal } from 'rrule-temporal'
import { wallOf } from './property.ts'
import type { Property } from './property.ts'
import { windowsZones } from './windows-zones.ts'

/** The clock of a place: what it shows at a moment (as if it were UTC), and the moment at which it shows that. */
export interface CalendarZone {
  wallAt: (ms: number) => number
  momentOf: (wall: number) => number
}

export type ZoneReader = (name: string) => CalendarZone | null

const dayMs = 86_400_000
const mostObservances = 40

/** A repeated time is the first; a skipped one is read with the offset before the gap (RFC 5545, 3.3.5). */
function zoneFrom(clockAt: (ms: number) => number): CalendarZone {
  const momentOf = (wall: number): number => {
    const offsets = [wall - dayMs, wall, wall + dayMs].map((ms) => clockAt(ms) - ms)
    const exact = offsets
      .map((offset) => wall - offset)
      .toSorted((a, b) => a - b)
      .find((ms) => clockAt(ms) === wall)
    return exact ?? wall - (offsets[0] ?? 0)
  }
  return { wallAt: clockAt, momentOf }
}

export const utc: CalendarZone = { wallAt: (ms) => ms, momentOf: (wall) => wall }

/** The clock of an IANA zone. */
export const namedZone = (name: string): CalendarZone => zoneFrom((ms) => wallAt(ms, name))

/** The IANA name of a zone: itself, the name of a Windows zone, or the end of a path that a program puts before it. */
function ianaName(name: string): string | null {
  const windows = windowsZones[name.trim()]
  const parts = name.trim().split('/')
  const ends = name.startsWith('/') ? [3, 2, 1] : [3, 2]
  for (const candidate of [windows ?? name.trim(), ...ends.map((count) => parts.slice(-count).join('/'))])
    try {
      return new Intl.DateTimeFormat('en', { timeZone: candidate }).resolvedOptions().timeZone
    } catch {
      continue
    }
  return null
}

/**
 * Names that stand for clocks of several countries: summer in London and all year in Dhaka (BST). The platform takes each for one of them; only
 * the file knows.
 */
const ambiguous = /^(?:ACT|AET|AGT|ART|AST|BET|BST|CAT|CNT|CST|CTT|EAT|ECT|IET|IST|MIT|NET|NST|PLT|PNT|PRT|SST|VST)$/i

interface Observance {
  properties: Property[]
}

interface Change {
  at: number
  offset: number
}

/** Zones by the names of a file: known ones by our table, others by the rules of their VTIMEZONE; null for one without either. */
export function zonesOf(lines: readonly Property[]): ZoneReader {
  const own = ownZones(lines)
  const found = new Map<string, CalendarZone | null>()
  return (name) => {
    const before = found.get(name)
    if (before !== undefined) return before
    const known = ambiguous.test(name.trim()) ? null : ianaName(name)
    const zone = known === null ? ruledZone(own.get(name) ?? []) : namedZone(known)
    found.set(name, zone)
    return zone
  }
}

function ownZones(lines: readonly Property[]): Map<string, Observance[]> {
  const own = new Map<string, Observance[]>()
  let [id, observances, current]: [string, Observance[], Observance | null] = ['', [], null]
  for (const property of lines) {
    const value = property.value.toUpperCase()
    if (property.name === 'BEGIN' && value === 'VTIMEZONE') [id, observances] = ['', []]
    else if (property.name === 'BEGIN' && (value === 'STANDARD' || value === 'DAYLIGHT')) observances.push((current = { properties: [] }))
    else if (property.name === 'END' && value === 'VTIMEZONE') own.set(id, observances.slice(0, mostObservances))
    else if (property.name === 'END') current = null
    else if (current) current.properties.push(property)
    else if (property.name === 'TZID') id = property.value
  }
  return own
}

const valueOf = ({ properties }: Observance, name: string): string | undefined => properties.find((each) => each.name === name)?.value

function offsetMs(text: string | undefined): number | null {
  const [, sign, hours, minutes, seconds = '0'] = /^([+-])([01]\d|2[0-3])([0-5]\d)([0-5]\d)?$/.exec(text ?? '') ?? []
  if (hours === undefined) return null
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1_000)
}

/** A zone by its own rules (RFC 5545, 3.6.5); null where they cannot be read. */
function ruledZone(observances: readonly Observance[]): CalendarZone | null {
  if (observances.length === 0) return null
  const perYear = new Map<number, Change[]>()
  const changesOf = (year: number): Change[] => {
    const known = perYear.get(year) ?? observances.flatMap((each) => changesIn(each, year)).toSorted((a, b) => a.at - b.at)
    perYear.set(year, known)
    return known
  }
  const first = observances.toSorted((a, b) => wallOf(valueOf(a, 'DTSTART') ?? '') - wallOf(valueOf(b, 'DTSTART') ?? ''))[0]
  const earliest = first && offsetMs(valueOf(first, 'TZOFFSETFROM'))
  const starts = observances.map((each) => wallOf(valueOf(each, 'DTSTART') ?? ''))
  const isReadable = observances.every(
    (each) => offsetMs(valueOf(each, 'TZOFFSETFROM')) !== null && offsetMs(valueOf(each, 'TZOFFSETTO')) !== null,
  )
  if (!isReadable || starts.some(Number.isNaN) || earliest === null || earliest === undefined) return null
  const offsetAt = (ms: number): number => {
    const last = new Date(Math.min(Math.max(ms, -60e12), 250e12)).getUTCFullYear()
    // The offset that holds began within the years of the rules; the last change is at most as old as the newest beginning.
    const oldest = Math.max(Math.min(last, new Date(Math.max(...starts)).getUTCFullYear()) - 1, 1500)
    for (let year = last + 1; year >= oldest; year--) {
      const change = changesOf(year).findLast(({ at }) => at <= ms)
      if (change) return change.offset
    }
    return earliest
  }
  try {
    offsetAt(Date.UTC(2026, 6, 1))
  } catch {
    return null
  }
  return zoneFrom((ms) => ms + offsetAt(ms))
}

/** When an observance begins in a year: DTSTART, RDATE and RRULE are local times by the offset before. @throws for a rule of no use */
function changesIn(observance: Observance, year: number): Change[] {
  const [from, to] = [offsetMs(valueOf(observance, 'TZOFFSETFROM')) ?? 0, offsetMs(valueOf(observance, 'TZOFFSETTO')) ?? 0]
  const begin = valueOf(observance, 'DTSTART') ?? ''
  const single = observance.properties.filter(({ name }) => name === 'RDATE').flatMap(({ value }) => value.split(','))
  const walls = [begin, ...single].map(wallOf).filter((wall) => new Date(wall).getUTCFullYear() === year)
  const rule = valueOf(observance, 'RRULE')
  if (rule !== undefined) walls.push(...repeatedWalls(rule, begin, year))
  return walls.map((wall) => ({ at: wall - from, offset: to }))
}

function repeatedWalls(rule: string, begin: string, year: number): number[] {
  if (!/FREQ=YEARLY/i.test(rule) || /BY(HOUR|MINUTE|SECOND)=/i.test(rule)) throw new Error('This is no rule of a time zone.')
  if (Number(begin.slice(0, 4)) > year) return []
  // Outlook begins in 1601: a rule without a count is the same from any year on.
  const near = /COUNT=|INTERVAL=/i.test(rule) ? begin : `${Math.max(Number(begin.slice(0, 4)), year - 1)}${begin.slice(4)}`
  const walls = new RRuleTemporal({ rruleString: `DTSTART:${near.replace(/Z$/, '')}Z\nRRULE:${rule}`, maxIterations: 1_000 })
    .between(new Date(Date.UTC(year, 0, 1)), new Date(Date.UTC(year, 11, 31, 23, 59, 59)), true)
    .map(({ epochMilliseconds }) => epochMilliseconds)
  return walls.filter((wall) => wall >= wallOf(begin))
}
