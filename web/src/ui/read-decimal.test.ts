import { expect, test } from 'vitest'
import { couldBeTwo, readDecimal } from './read-decimal.ts'

test.each<[typed: string, value: number | null]>([
  ['', null],
  ['  ', null],
  ['250', 250],
  ['250.', 250],
  ['250.75', 250.75],
  ['250,75', 250.75],
  ['.5', 0.5],
  ['0.125', 0.125],
  ['-3,5', -3.5],
  ['1.2345', 1.2345],
  ['1.234,56', 1234.56],
  ['1,234.56', 1234.56],
  ['1.234,', 1234],
  ['2.000.000', 2_000_000],
  ['2,000,000', 2_000_000],
  ['1 234,5', 1234.5],
  ['1 500', 1500],
  ['12’500.00', 12_500],
])('%s is read as %s', (typed, value) => {
  expect(readDecimal(typed)).toBe(value)
})

test.each(['1,500', '1.500', '-12.345', '999,000'])('%s could be two numbers and is none of them', (typed) => {
  expect([readDecimal(typed), couldBeTwo(typed)]).toEqual([typed, true])
})

test.each(['-', '.', 'ten', '1.2.3', '1,2,3', '1.234.5', '1,234,56.7', '1 23'])('%s is no number', (typed) => {
  expect([readDecimal(typed), couldBeTwo(typed)]).toEqual([typed, false])
})
