import { expect, test } from 'vitest'
import { decimalSignOf, readNumber } from './read-number.ts'

const read = (text: string, values: readonly string[]) => {
  const found = readNumber(text, decimalSignOf(values))
  return 'value' in found ? found.value : (found.fault ?? 'no number')
}

test.each([
  [['1.234,50'], 'comma'],
  [['7', '12,5'], 'comma'],
  [['1.234.567'], 'comma'],
  [['0,125'], 'comma'],
  [['1234,567'], 'comma'],
  [['1 234,567'], 'comma'],
  [['1.234', '2,5'], 'comma'],
  [['1,234.50'], 'point'],
  [['12.5', '1,234'], 'point'],
  [['1,234,567'], 'point'],
  [['0.125'], 'point'],
  [["1'234.50"], 'point'],
  [['1.5e3'], 'point'],
  [['12.5', '12,5'], 'mixed'],
  [['1.234', '9.876'], 'open'],
  [['1,234'], 'open'],
  [['1', '200', '-3', '1 000'], null],
  [['', 'n/a', '1.2.3'], null],
])('a column with %j is written with: %s', (values, sign) => expect(decimalSignOf(values)).toBe(sign))

test('a number is read as its column is written', () => {
  const german = ['2,5']
  expect(['1.234,50', '1.234', '-1.234.567,8', '12', '+3,25', '1 234,5'].map((text) => read(text, german))).toEqual([
    1234.5, 1234, -1_234_567.8, 12, 3.25, 1234.5,
  ])
  const english = ['2.5']
  expect(['1,234.50', '1,234', '-1,234,567.8', '12', '1.234', '1e3', '0'].map((text) => read(text, english))).toEqual([
    1234.5, 1234, -1_234_567.8, 12, 1.234, 1000, 0,
  ])
})

test('what contradicts its column is an error, and no other number', () => {
  for (const text of ['2.5', '1,234.50', '1.5e3', '12.34.56']) expect(read(text, ['2,5']), text).toBeTypeOf('string')
  for (const text of ['2,5', '1.234,50', '1.234.567', '12,34,56']) expect(read(text, ['2.5']), text).toBeTypeOf('string')
  for (const text of ['2,5', '1.234,50']) expect(read(text, ['1.234']), text).toContain('decimal point')
  for (const text of ['twelve', '1.2.3', '', '-', '1,2,3', '12 34']) expect(read(text, []), text).toBe('no number')
})

test('reads unambiguous numbers in an undecided or mixed column; a comma before three digits is ambiguous', () => {
  expect(['1.234', '2.5', '2,5', '1.234,5'].map((text) => read(text, ['7']))).toEqual([1.234, 2.5, 2.5, 1234.5])
  expect(read('1.234', ['1.234'])).toBe(1.234)
  for (const values of [['7'], ['1.234', '1,234']]) expect(read('1,234', values)).toContain('Ambiguous number')
  for (const text of ['1.234', '1,234']) expect(read(text, ['2.5', '2,5']), text).toContain('Ambiguous number')
  expect(['2.5', '2,5', '3'].map((text) => read(text, ['2.5', '2,5']))).toEqual([2.5, 2.5, 3])
})

test('a whole number of more digits than are kept is refused', () => {
  expect(readNumber('9007199254740991', null)).toEqual({ value: 9_007_199_254_740_991 })
  for (const text of ['9007199254740993', '9.007.199.254.740.993', '-12345678901234567,00'])
    expect(readNumber(text, 'comma'), text).toEqual({ fault: expect.stringContaining('more digits') })
})
