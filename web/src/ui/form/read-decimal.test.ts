import { expect, test } from 'vitest'
import { bothOf, couldBeTwo, readDecimal, writeDecimal } from './read-decimal.ts'

const signs = ['.', ','] as const

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
])('%s is read as %s in every language', (typed, value) => {
  expect(signs.map((own) => readDecimal(typed, own))).toEqual([value, value])
})

test.each<[typed: string, own: '.' | ',', value: number]>([
  ['1.234', '.', 1.234],
  ['-12.345', '.', -12.345],
  ['1,234', ',', 1.234],
  ['12,345', ',', 12.345],
])('reads %s with its decimals where the decimal sign is %s', (typed, own, value) => {
  expect([readDecimal(typed, own), couldBeTwo(typed, own)]).toEqual([value, false])
})

test.each<[typed: string, own: '.' | ',', whole: string, decimal: string]>([
  ['1,500', '.', '1500', '1.500'],
  ['-12,345', '.', '-12345', '-12.345'],
  ['1.500', ',', '1500', '1,500'],
  ['999.000', ',', '999000', '999,000'],
])('treats %s as ambiguous where the decimal sign is %s and offers both spellings', (typed, own, whole, decimal) => {
  expect([readDecimal(typed, own), couldBeTwo(typed, own)]).toEqual([typed, true])
  expect(bothOf(typed, own)).toEqual({ whole, decimal })
  const read = Number(decimal.replace(',', '.'))
  expect([readDecimal(whole, own), readDecimal(decimal, own)]).toEqual([read * 1000, read])
})

test.each(['-', '.', 'ten', '1.2.3', '1,2,3', '1.234.5', '1,234,56.7', '1 23'])('%s is no number', (typed) => {
  for (const own of signs) expect([readDecimal(typed, own), couldBeTwo(typed, own)]).toEqual([typed, false])
})

test.each<[typed: string, own: '.' | ',', value: number]>([
  ['1,500', '.', 1500],
  ['1.500', ',', 1500],
  ['2.5', '.', 2.5],
  ['2,5', '.', 2.5],
  ['2,500', ',', 2.5],
])('reads %s as a whole number where the decimal sign is %s without turning decimals into digits', (typed, own, value) => {
  expect(readDecimal(typed, own, true)).toBe(value)
})

test('writes a value so that it reads back unchanged', () => {
  for (const own of signs)
    for (const value of [12.345, -0.5, 1500, 1234.5678]) expect(readDecimal(writeDecimal(value, own), own)).toBe(value)
  expect([writeDecimal(12.345, ','), writeDecimal(null, ','), writeDecimal('1.2.3', ',')]).toEqual(['12,345', '', '1.2.3'])
})
