import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rounds } from '../../../testing/deep.ts'
import { isInWindow, isQuiet, isTimeZone, knownZone, localMinute, nextMoment } from './quiet-hours.ts'
import type { SendMoment, SendRules } from './quiet-hours.ts'

const minuteMs = 60_000
const night = { from: '21:00', until: '08:00' }
const at = (text: string) => new Date(text)
const quietOnly = (quiet: SendRules['quiet']): SendRules => ({ quiet, window: null })

describe('quiet hours', () => {
  test('over midnight, in the zone of the recipient', () => {
    const rules = quietOnly(night)
    expect(nextMoment(at('2026-01-10T19:59:59Z'), 'Europe/Berlin', rules)).toEqual({ kind: 'now' })
    expect(nextMoment(at('2026-01-10T20:00:00Z'), 'Europe/Berlin', rules)).toEqual({
      kind: 'later',
      until: at('2026-01-11T07:00:00Z'),
      reason: 'quiet_hours',
    })
    expect(nextMoment(at('2026-01-11T06:59:59Z'), 'Europe/Berlin', rules)).toMatchObject({ until: at('2026-01-11T07:00:00Z') })
    expect(nextMoment(at('2026-01-11T07:00:00Z'), 'Europe/Berlin', rules)).toEqual({ kind: 'now' })
    expect(nextMoment(at('2026-01-10T20:00:00Z'), 'America/Los_Angeles', rules)).toEqual({ kind: 'now' })
  })

  test('in the night in which clocks are put forward, eight is an hour sooner; in that in which they are put back, an hour later', () => {
    expect(nextMoment(at('2026-03-28T22:00:00Z'), 'Europe/Berlin', quietOnly(night))).toMatchObject({ until: at('2026-03-29T06:00:00Z') })
    expect(nextMoment(at('2026-10-24T22:00:00Z'), 'Europe/Berlin', quietOnly(night))).toMatchObject({ until: at('2026-10-25T07:00:00Z') })
  })

  test('moves a skipped end of quiet hours to the clock change and keeps a repeated hour quiet twice', () => {
    // 02:00 -> 03:00 at 01:00Z: there is no half past two.
    expect(nextMoment(at('2026-03-28T23:00:00Z'), 'Europe/Berlin', quietOnly({ from: '22:00', until: '02:30' }))).toMatchObject({
      until: at('2026-03-29T01:00:00Z'),
    })
    // 03:00 -> 02:00 at 01:00Z: two to half past two comes again.
    const twice = quietOnly({ from: '02:00', until: '02:30' })
    expect(nextMoment(at('2026-10-25T00:10:00Z'), 'Europe/Berlin', twice)).toMatchObject({ until: at('2026-10-25T00:30:00Z') })
    expect(nextMoment(at('2026-10-25T01:10:00Z'), 'Europe/Berlin', twice)).toMatchObject({ until: at('2026-10-25T01:30:00Z') })
  })

  test('applies a window on some days; over midnight it belongs to the day on which it begins', () => {
    const window = { from: '22:00', until: '02:00', days: ['fri'] } as const
    expect(isInWindow(at('2026-01-09T23:00:00Z'), 'UTC', window)).toBe(true)
    expect(isInWindow(at('2026-01-10T01:00:00Z'), 'UTC', window)).toBe(true)
    expect(isInWindow(at('2026-01-09T01:00:00Z'), 'UTC', window)).toBe(false)
    expect(nextMoment(at('2026-01-10T02:00:00Z'), 'UTC', { quiet: null, window })).toEqual({
      kind: 'later',
      until: at('2026-01-16T22:00:00Z'),
      reason: 'window',
    })
  })

  test('never opens a window inside the quiet hours', () => {
    expect(
      nextMoment(at('2026-01-10T12:00:00Z'), 'Asia/Tokyo', { quiet: night, window: { from: '22:00', until: '23:00', days: ['mon'] } }),
    ).toEqual({ kind: 'never' })
  })

  test('rejects time zones that do not exist', () => {
    expect(isTimeZone('Europe/Berlin')).toBe(true)
    expect(isTimeZone('Mars/Base')).toBe(false)
    expect(knownZone('Mars/Base', null, 'Asia/Tokyo')).toBe('Asia/Tokyo')
    expect(knownZone(null, 'nowhere')).toBe('UTC')
    expect(() => localMinute(new Date(), 'Mars/Base')).toThrow(RangeError)
  })
})

const zones = [
  ...(['UTC', 'Europe/Berlin', 'America/New_York', 'America/St_Johns', 'Asia/Kolkata', 'Asia/Kathmandu', 'Pacific/Chatham'] as const),
  ...(['Australia/Lord_Howe', 'Africa/Casablanca', 'America/Sao_Paulo', 'Pacific/Apia', 'Asia/Gaza', 'Africa/Cairo'] as const),
]
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
const range = fc.record({ from: time, until: time })
const days = fc.uniqueArray(fc.constantFrom('sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'), { minLength: 1, maxLength: 7 })
const window = fc.record({ from: time, until: time, days })
// The day on which Samoa left a day out, and years of changes of the clock in every zone of the list.
const moment = fc.oneof(
  fc.integer({ min: Date.parse('2008-01-01'), max: Date.parse('2032-01-01') }),
  fc.integer({ min: Date.parse('2011-12-28'), max: Date.parse('2012-01-02') }),
  // The nights around the changes of the clock.
  fc
    .constantFrom('2026-03-28', '2026-03-07', '2026-10-24', '2026-10-31', '2026-04-04', '2026-10-03')
    .chain((day) => fc.integer({ min: Date.parse(day), max: Date.parse(day) + 2 * 86_400_000 })),
)

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
/** Of a day: from the end of the quiet hours to their beginning. */
const freeMinutes = ({ from, until }: { from: string; until: string }): number => (minuteOf(from) - minuteOf(until) + 1_440) % 1_440

describe('any moment, zone and rules', () => {
  const isFree = (when: Date, zone: string, { quiet, window: open }: SendRules) =>
    !(quiet && isQuiet(when, zone, quiet)) && !(open && !isInWindow(when, zone, open))

  /** What is wrong with a moment that was found; null for nothing. */
  function faultOf(found: SendMoment, start: Date, zone: string, rules: SendRules): string | null {
    const ms = start.getTime()
    if (found.kind === 'now') return isFree(start, zone, rules) ? null : 'not free now'
    if (isFree(start, zone, rules)) return 'free now'
    const end = found.kind === 'later' ? found.until.getTime() : ms + 8 * 1_440 * minuteMs
    if (found.kind === 'later' && (!isFree(found.until, zone, rules) || end % minuteMs !== 0 || end <= ms)) return 'not free then'
    // Every seventh minute, and the last before the end: a gap of any length in steps that meet no pattern.
    for (let probe = Math.floor(ms / minuteMs) * minuteMs + minuteMs; probe < end; probe += 7 * minuteMs)
      if (isFree(new Date(probe), zone, rules)) return `free at ${new Date(probe).toISOString()}`
    return end - minuteMs <= ms || !isFree(new Date(end - minuteMs), zone, rules) ? null : 'free a minute before'
  }

  test('finds the first allowed moment: every minute before it is not allowed', () => {
    fc.assert(
      fc.property(moment, fc.constantFrom(...zones), fc.option(range), fc.option(window), (ms, zone, quiet, open) => {
        const rules = { quiet, window: open }
        expect(faultOf(nextMoment(new Date(ms), zone, rules), new Date(ms), zone, rules)).toBeNull()
      }),
      { numRuns: rounds(300) },
    )
  })

  test('quiet hours end within a day and the hour of a change', () => {
    fc.assert(
      fc.property(moment, fc.constantFrom(...zones), range, (ms, zone, quiet) => {
        const found = nextMoment(new Date(ms), zone, quietOnly(quiet))
        expect(found.kind).not.toBe('never')
        // What is free for an hour at most can lie wholly in the hour that a change of the clock leaves out: then it is the next day's.
        const hours = freeMinutes(quiet) <= 60 ? 49 : 25
        expect(found.kind === 'later' ? found.until.getTime() - ms : 0).toBeLessThanOrEqual(hours * 3_600_000)
      }),
      { numRuns: rounds(500) },
    )
  })
})
