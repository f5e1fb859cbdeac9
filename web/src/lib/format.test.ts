import { describe, expect, test } from 'vitest'
import { formatBytes, formatCount, formatDuration, formatMicros, formatPercent, formatRelative, formatWord } from './format.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const ago = (seconds: number) => formatRelative(new Date(now - seconds * 1000).toISOString(), now)
const [minute, hour, day] = [60, 3600, 86_400]

describe('relative time follows S1 section 9', () => {
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
  ])('%i seconds ago is %s', (seconds, words) => expect(ago(seconds)).toBe(words))
})

test('money keeps the digits that matter', () => {
  expect([0, 4_200, 12, 1_250_000, 1_204_500_000].map(formatMicros)).toEqual(['$0.00', '$0.0042', '$0.000012', '$1.25', '$1,204.50'])
})

test('durations, bytes, percents, counts and words read as a person writes them', () => {
  expect([null, 840, 2_400, 200_000].map(formatDuration)).toEqual(['–', '840 ms', '2.4 s', '3 min 20 s'])
  expect([0, 13_002_342, 1_288_490_188].map(formatBytes)).toEqual(['0 MB', '12.4 MB', '1.2 GB'])
  expect([null, 96.84, 100].map(formatPercent)).toEqual(['–', '96.8%', '100%'])
  expect([formatCount(1, 'agent'), formatCount(1204, 'agent')]).toEqual(['1 agent', '1,204 agents'])
  expect([formatWord('LEAD_GENERATOR'), formatWord('web_search')]).toEqual(['Lead generator', 'Web search'])
})
