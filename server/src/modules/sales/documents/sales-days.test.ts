import { expect, test } from 'vitest'
import { occurrence } from './sales-days.ts'

test('recurring days keep month ends', () => {
  expect([0, 1, 2, 3].map((at) => occurrence('2027-01-31', { every: 'month' }, at))).toEqual([
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
  ])
  expect([0, 1, 4].map((at) => occurrence('2028-02-29', { every: 'year' }, at))).toEqual(['2028-02-29', '2029-02-28', '2032-02-29'])
  expect(occurrence('2026-12-28', { every: 'week' }, 1)).toBe('2027-01-04')
})
