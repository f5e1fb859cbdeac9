import { expect, test } from 'vitest'
import { greetingAt } from './greeting.ts'
import { toPeriod, validateDashboardSearch } from './search.ts'

test.each<[unknown, string]>([
  [30, '30'],
  ['90', '90'],
  [7, '7'],
  [31, '7'],
  ['all', '7'],
  [undefined, '7'],
  [{ days: 30 }, '7'],
])('the address days=%j shows %s days', (days, period) => {
  expect(toPeriod(validateDashboardSearch({ days }))).toBe(period)
})

test('the default period leaves no trace in the address', () => {
  expect(validateDashboardSearch({ days: 7, other: 'x' })).toEqual({})
})

test.each([
  [0, 'Good evening'],
  [4, 'Good evening'],
  [5, 'Good morning'],
  [11, 'Good morning'],
  [12, 'Good afternoon'],
  [17, 'Good afternoon'],
  [18, 'Good evening'],
  [23, 'Good evening'],
])('at %i h: %s', (hour, greeting) => expect(greetingAt(hour)).toBe(greeting))
