import { expect, test } from 'vitest'
import { lastAt } from './pace.ts'
import type { StoredResult } from './tally.ts'

// 2026-11-23 is a Monday.
const result = (over: Partial<StoredResult>): StoredResult => ({
  startsAt: '2026-11-23T09:00:00.000Z',
  audience: 600,
  examined: 600,
  now: 600,
  later: [],
  skipped: [],
  errors: [],
  variants: [],
  samples: [],
  smsParts: 0,
  messages: 600,
  ...over,
})
const at = (over: Partial<StoredResult>, pace: Partial<Parameters<typeof lastAt>[1]> = {}) =>
  lastAt(result(over), { perMinute: 10, timeZone: 'UTC', window: null, ...pace })?.toISOString()
const window = { from: '09:00', until: '09:30', days: ['mon' as const, 'wed' as const] }

test('follows the start without a window, and projects a checked part to the whole audience', () => {
  expect(at({})).toBe('2026-11-23T10:00:00.000Z')
  expect(at({ examined: 300, messages: 300 })).toBe('2026-11-23T10:00:00.000Z')
  expect(at({}, { perMinute: null })).toBeUndefined()
})

test('leaves out the closed hours of the window', () => {
  expect(at({}, { window })).toBe('2026-11-25T09:30:00.000Z')
  expect(at({ messages: 700 }, { window })).toBe('2026-11-30T09:10:00.000Z')
  // An hour earlier is 09:00 in Vienna, where the window is already open.
  expect(at({ messages: 100, startsAt: '2026-11-23T08:00:00.000Z' }, { window, timeZone: 'Europe/Vienna' })).toBe(
    '2026-11-23T08:10:00.000Z',
  )
})

test('ends with the waiting contacts if they are the last', () => {
  const later = [{ reason: 'quiet_hours' as const, count: 100, earliest: '2026-11-23T20:00:00.000Z', latest: '2026-11-23T20:00:00.000Z' }]
  expect(at({ later })).toBe('2026-11-23T20:10:00.000Z')
})

test('sends the rest of a test after the winner is decided', () => {
  const ab = { testPercent: 20, winnerBy: 'opened' as const, waitHours: 4, variants: [] }
  expect(at({ rest: 500 }, { ab })).toBe('2026-11-23T14:00:00.000Z')
  expect(at({ rest: 500 }, { ab: { ...ab, winnerBy: 'manual' } })).toBe('2026-11-23T10:00:00.000Z')
  // The hours of the window count for the test, and for the rest.
  expect(at({ rest: 500 }, { ab, window })).toBe('2026-11-30T09:20:00.000Z')
})
