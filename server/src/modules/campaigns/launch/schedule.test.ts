import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Schedule } from '@imperium/contract/campaigns/campaigns.ts'
import { momentOf, wallAt } from '@imperium/contract/kit/wall-clock.ts'
import { nextOccurrence, nextOccurrences } from '@imperium/contract/campaigns/campaign-occurrences.ts'
import { rounds } from '../../../testing/deep.ts'
import { whatIsDue } from './schedule.ts'

const recurring = (change: object) =>
  Schedule.parse({ type: 'recurring', timeZone: 'Europe/Berlin', frequency: 'daily', startAt: '2026-01-01T09:00', ...change })
const following = (schedule: Schedule, from: string, count: number): string[] =>
  nextOccurrences(schedule, new Date(from), count).map((at) => at.toISOString())

describe('daylight saving', () => {
  test('a time that does not exist is the next minute that does', () => {
    // Berlin skips from 02:00 to 03:00 on 2026-03-29; Lord Howe shifts by half an hour; Cairo at midnight.
    const half = recurring({ startAt: '2026-03-28T02:30' })
    expect(following(half, '2026-03-27T00:00:00Z', 3)).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ])
    expect(new Date(momentOf(Date.UTC(2026, 9, 4, 2, 15), 'Australia/Lord_Howe')).toISOString()).toBe('2026-10-03T15:30:00.000Z')
    expect(new Date(momentOf(Date.UTC(2026, 3, 24, 0, 20), 'Africa/Cairo')).toISOString()).toBe('2026-04-23T22:00:00.000Z')
  })

  test('a time that exists twice is the first, once', () => {
    const twice = recurring({ startAt: '2026-10-24T02:30' })
    expect(following(twice, '2026-10-23T12:00:00Z', 3)).toEqual([
      '2026-10-24T00:30:00.000Z',
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ])
  })

  test('a day that a zone skipped altogether is the minute after it', () => {
    expect(new Date(momentOf(Date.UTC(2011, 11, 30, 9, 0), 'Pacific/Apia')).toISOString()).toBe('2011-12-30T10:00:00.000Z')
  })
})

describe('recurrence', () => {
  test('the 31st is the last day of a shorter month, and the 31st again after it', () => {
    const monthly = recurring({ frequency: 'monthly', startAt: '2026-01-31T09:00', timeZone: 'UTC' })
    expect(following(monthly, '2026-01-01T00:00:00Z', 5).map((at) => at.slice(0, 10))).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
    ])
    const leap = recurring({ frequency: 'monthly', startAt: '2028-01-30T09:00', timeZone: 'UTC' })
    expect(following(leap, '2028-02-01T00:00:00Z', 1)).toEqual(['2028-02-29T09:00:00.000Z'])
  })

  test('weekly on the same day, until the end', () => {
    const weekly = recurring({ frequency: 'weekly', endAt: '2026-01-15T09:00', timeZone: 'UTC' })
    expect(following(weekly, '2025-06-01T00:00:00Z', 9)).toEqual([
      '2026-01-01T09:00:00.000Z',
      '2026-01-08T09:00:00.000Z',
      '2026-01-15T09:00:00.000Z',
    ])
  })

  test('once, or now', () => {
    const once = Schedule.parse({ type: 'scheduled', startAt: '2026-05-01T10:00', timeZone: 'Asia/Kolkata' })
    expect(following(once, '2026-01-01T00:00:00Z', 2)).toEqual(['2026-05-01T04:30:00.000Z'])
    expect(nextOccurrence({ type: 'now' }, new Date())).toBeNull()
  })

  test('makes up for missed occurrences once, or skips them', () => {
    const due = new Date('2026-01-02T08:00:00Z')
    const late = new Date('2026-01-05T12:00:00Z')
    const next = new Date('2026-01-06T08:00:00Z')
    expect(whatIsDue(recurring({}), due, late)).toEqual({ begins: true, nextAt: next })
    expect(whatIsDue(recurring({ missed: 'skip' }), due, late)).toEqual({ begins: false, nextAt: next })
    expect(whatIsDue(recurring({ missed: 'skip' }), due, new Date('2026-01-02T08:00:30Z'))).toMatchObject({ begins: true })
    expect(whatIsDue({ type: 'scheduled', startAt: '2026-01-02T09:00', timeZone: 'Europe/Berlin' }, due, late)).toEqual({
      begins: true,
      nextAt: null,
    })
  })
})

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Asia/Kolkata',
  'Africa/Casablanca',
  'Asia/Tehran',
  'America/St_Johns',
  'Pacific/Chatham',
  'Africa/Cairo',
  'Atlantic/Azores',
  'UTC',
  'America/Havana',
]
const minutes = fc.integer({ min: Date.UTC(2005, 0, 1) / 60_000, max: Date.UTC(2040, 0, 1) / 60_000 })

describe('in every zone', () => {
  test('resolves a wall-clock time to the first moment that shows it, or the first later one when it is skipped', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), minutes, (zone, minute) => {
        const wall = minute * 60_000
        const at = momentOf(wall, zone)
        const shown = wallAt(at, zone)
        const before = wallAt(at - 60_000, zone)
        expect(shown).toBeGreaterThanOrEqual(wall)
        // No minute before shows it; where the time is skipped the minute before shows less.
        expect(shown === wall || before < wall).toBe(true)
        for (const back of [1, 30, 60, 120, 180]) expect(wallAt(at - back * 60_000, zone)).not.toBe(wall)
      }),
      { numRuns: rounds(400) },
    )
  })

  test('lists occurrences one per day, week or month without gaps, from any starting point', () => {
    const frequency = fc.constantFrom('daily' as const, 'weekly' as const, 'monthly' as const)
    fc.assert(
      fc.property(fc.constantFrom(...zones), minutes, frequency, fc.integer({ min: -500, max: 2_000 }), (zone, minute, every, days) => {
        const startAt = new Date(minute * 60_000).toISOString().slice(0, 16)
        const schedule = recurring({ startAt, timeZone: zone, frequency: every })
        const from = new Date(minute * 60_000 + days * 86_400_000)
        const [first, second] = following(schedule, from.toISOString(), 2).map((at) => Date.parse(at))
        if (first === undefined || second === undefined) throw new Error('a schedule without end has a next occurrence')
        expect(first).toBeGreaterThan(from.getTime())
        const gap = (second - first) / 86_400_000
        const [least, most] = { daily: [0.5, 2.1], weekly: [5.9, 8.1], monthly: [26.9, 32.1] }[every] as [number, number]
        expect(gap).toBeGreaterThan(least)
        expect(gap).toBeLessThan(most)
        // Asked from between the two, it returns the second; from just before the first, the first.
        expect(nextOccurrence(schedule, new Date(first))?.getTime()).toBe(second)
        expect(nextOccurrence(schedule, new Date(first - 1))?.getTime()).toBe(first)
        expect(nextOccurrence(schedule, new Date((first + second) / 2))?.getTime()).toBe(second)
      }),
      { numRuns: rounds(200) },
    )
  })
})
