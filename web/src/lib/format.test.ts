import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { formatBytes, formatCompact, formatDate, formatDay, formatDecimal, formatDuration, formatFullDay } from './format.ts'
import { formatMicros, formatMoment, formatNumber, formatPercent, formatRelative } from './format.ts'
import { rememberPreferences } from './preferences.ts'
import { speak } from './words.ts'

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  rememberPreferences(null)
})
afterEach(() => {
  speak('en', {})
  rememberPreferences(null)
  vi.unstubAllGlobals()
})

const now = Date.parse('2026-11-20T12:00:00Z')
const ago = (seconds: number) => formatRelative(new Date(now - seconds * 1000).toISOString(), now)
const [minute, hour, day] = [60, 3600, 86_400]

describe('relative time: just now, then minutes to months, then a date', () => {
  test.each([
    [0, 'Just now'],
    [59, 'Just now'],
    [minute, '1m ago'],
    [hour - 1, '59m ago'],
    [hour, '1h ago'],
    [day - 1, '23h ago'],
    [day, '1d ago'],
    [7 * day - 1, '6d ago'],
    [7 * day, '1w ago'],
    [28 * day - 1, '3w ago'],
    [28 * day, '1mo ago'],
    [330 * day, '11mo ago'],
    [400 * day, 'Oct 16, 2025'],
  ])('%i seconds ago is %s', (seconds, texts) => expect(ago(seconds)).toBe(texts))
})

test('money keeps the digits that matter', () => {
  expect([0, 4_200, 12, 1_250_000, 1_204_500_000].map(formatMicros)).toEqual(['$0.00', '$0.0042', '$0.000012', '$1.25', '$1,204.50'])
})

test('formats durations, bytes, percents and decimals for readers', () => {
  expect([null, 840, 2_400, 200_000].map(formatDuration)).toEqual(['–', '840 ms', '2.4 s', '3 min 20 s'])
  expect([0, 13_002_342, 1_288_490_188].map(formatBytes)).toEqual(['0 MB', '12.4 MB', '1.2 GB'])
  expect([null, 96.84, 100].map(formatPercent)).toEqual(['–', '96.8%', '100%'])
  expect([formatDecimal(96.84), formatDecimal(100), formatDecimal(100, 1)]).toEqual(['96.8', '100', '100.0'])
})

// Some locales put narrow and unbreakable spaces between figure and unit.
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')
const moment = '2026-11-04T16:05:12Z'
const none = { timeZone: 'UTC', dateFormat: null, timeFormat: null }

describe('dates, times and numbers are written as the language of the page does', () => {
  test.each([
    ['en', 'Nov 4, 2026', 'Nov 4, 2026, 4:05:12 PM', 'Nov 4', '1,204.5', '$1,204.50', '96.8%', '128.9K'],
    ['de', '4. Nov. 2026', '04.11.2026, 16:05:12', '4. Nov.', '1.204,5', '1.204,50 $', '96,8 %', '128.940'],
    ['fr', '4 nov. 2026', '4 nov. 2026, 16:05:12', '4 nov.', '1 204,5', '1 204,50 $US', '96,8 %', '128,9 k'],
    ['es', '4 nov 2026', '4 nov 2026, 16:05:12', '4 nov', '1204,5', '1204,50 US$', '96,8 %', '128,9 mil'],
    ['ja', '2026年11月4日', '2026/11/04 16:05:12', '11月4日', '1,204.5', '$1,204.50', '96.8%', '12.9万'],
  ] as const)('%s', (language, date, full, day, decimal, money, percent, compact) => {
    speak(language, {})
    rememberPreferences(none)
    expect([formatDate(moment), formatMoment(moment), formatDay('2026-11-04')].map(plain)).toEqual([date, full, day])
    const numbers = [formatDecimal(1204.5), formatMicros(1_204_500_000), formatPercent(96.84), formatCompact(128_940)]
    expect(numbers.map(plain)).toEqual([decimal, money, percent, compact])
  })
})

describe("prefers the reader's settings over the language", () => {
  test.each([
    ['MM/DD/YYYY', '11/04/2026', '11/04'],
    ['DD/MM/YYYY', '04/11/2026', '04/11'],
    ['YYYY-MM-DD', '2026-11-04', '11-04'],
  ] as const)('%s', (dateFormat, date, day) => {
    rememberPreferences({ ...none, dateFormat })
    expect([formatDate(moment), formatDay('2026-11-04'), plain(formatMoment(moment))]).toEqual([date, day, `${date}, 4:05:12 PM`])
    speak('ja', {})
    expect([formatDate(moment), formatMoment(moment)]).toEqual([date, `${date}, 16:05:12`])
  })

  test('the clock has 12 or 24 hours, and midnight is 00 on the second', () => {
    rememberPreferences({ ...none, timeFormat: '24h' })
    expect(formatMoment(moment)).toBe('Nov 4, 2026, 16:05:12')
    expect(formatMoment('2026-11-04T00:05:12Z')).toBe('Nov 4, 2026, 00:05:12')
    speak('de', {})
    rememberPreferences({ ...none, timeFormat: '12h' })
    expect(plain(formatMoment(moment))).toBe('04.11.2026, 04:05:12 PM')
  })

  test('the time zone moves the day too, but not a calendar day of a chart', () => {
    rememberPreferences({ ...none, timeZone: 'Asia/Tokyo', dateFormat: 'YYYY-MM-DD', timeFormat: '24h' })
    expect(formatMoment(moment)).toBe('2026-11-05, 01:05:12')
    expect(formatDay('2026-11-04')).toBe('11-04')
    expect(formatFullDay('1990-01-01')).toBe('1990-01-01')
    rememberPreferences({ ...none, timeZone: 'America/Los_Angeles' })
    expect(formatFullDay('1990-01-01')).toBe('Jan 1, 1990')
  })
})

test('figures of another language are not kept from before', () => {
  expect(formatNumber(128_940)).toBe('128,940')
  speak('de', {})
  expect(formatNumber(128_940)).toBe('128.940')
})
