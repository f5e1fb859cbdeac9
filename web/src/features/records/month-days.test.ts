import { expect, test } from 'vitest'
import { daysOfWeeks, isoDay, monthAfter, monthBefore, weekdayNames } from './month-days.ts'

test('a month is whole weeks from Monday, with each day once, also where clocks change', () => {
  for (const month of ['2026-03', '2026-10', '2028-02', '2026-12', '2027-01']) {
    const days = daysOfWeeks(month)
    expect(days.length % 7).toBe(0)
    expect(new Set(days).size).toBe(days.length)
    expect(new Date(`${days[0]}T00:00:00Z`).getUTCDay()).toBe(1)
    expect(days.filter((day) => day.startsWith(month)).length).toBe(
      new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate(),
    )
  }
  expect([monthBefore('2026-01'), monthAfter('2026-12')]).toEqual(['2025-12', '2027-01'])
  expect(weekdayNames('en')).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
  expect(isoDay(new Date(2026, 2, 29))).toBe('2026-03-29')
})
