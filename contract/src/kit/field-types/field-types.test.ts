import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FieldFacts, FieldValue, Parsed } from './field-type.ts'
import { fieldTypeNames, fieldTypes } from './field-types.ts'
import type { FieldTypeName } from './field-types.ts'
import { decimalOf, minorDigits, readDecimalText } from './number-types.ts'
import { fitsPattern } from './text-types.ts'

const facts: FieldFacts = {
  options: [
    { value: 'open', label: 'Open' },
    { value: 'done', label: 'All done' },
  ],
  currency: 'EUR',
  decimals: 2,
  pattern: '',
  prefix: 'V-',
}
const id = '0198c0de-0000-7000-8000-000000000001'
const parse = (type: FieldTypeName, value: unknown, more: Partial<FieldFacts> = {}) => fieldTypes[type].parse(value, { ...facts, ...more })
const read = (type: FieldTypeName, text: string, more: Partial<FieldFacts> = {}) => fieldTypes[type].read(text, { ...facts, ...more })
const is = (value: FieldValue): Parsed => ({ value })
const isRefused = (parsed: Parsed) => 'refused' in parsed

describe('every type', () => {
  /** Values of the type, as they are stored. */
  const values: Record<FieldTypeName, fc.Arbitrary<FieldValue>> = {
    text: fc.string({ minLength: 1, maxLength: 40 }).filter((text) => !isRefused(parse('text', text)) && text.trim() === text),
    'long-text': fc.string({ minLength: 1, maxLength: 40 }).filter((text) => !isRefused(parse('long-text', text)) && text.trim() === text),
    number: fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }).map((value) => Number(value.toFixed(2)) + 0),
    money: fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((value) => value + 0),
    date: fc
      .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    'date-time': fc
      .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString()),
    boolean: fc.boolean(),
    choice: fc.constantFrom('open', 'done'),
    choices: fc.constantFrom(['open'], ['done', 'open']),
    email: fc.constantFrom('a@example.org', 'x.y+z@mail.example.com'),
    phone: fc.constantFrom('+4930123456', '+12025550123'),
    url: fc.webUrl({ size: 'small' }),
    relation: fc.constant(id),
    relations: fc.constant([id]),
    autonumber: fc.integer({ min: 1, max: 99_999 }),
  }
  test.each(fieldTypeNames)('%s keeps its values: through the API and through the text of a file', (name) => {
    fc.assert(
      fc.property(values[name], (value) => {
        expect(parse(name, value)).toEqual(is(value))
        expect(read(name, fieldTypes[name].write(value, facts))).toEqual(is(value))
        expect(fieldTypes[name].compare(value, value)).toBe(0)
        expect(fieldTypes[name].format(value, facts, 'de')).not.toBe('')
      }),
      { numRuns: 60 },
    )
  })

  test.each(fieldTypeNames)('%s answers any input with a value or a reason, and never throws', (name) => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, text) => {
        for (const parsed of [parse(name, value), read(name, text)]) {
          if ('refused' in parsed) continue
          // What was taken is taken again, unchanged.
          expect(parse(name, parsed.value)).toEqual(parsed)
        }
      }),
      { numRuns: 100 },
    )
  })

  test.each(fieldTypeNames)('%s reads blank text, nothing and an empty list as no value', (name) => {
    for (const value of [null, undefined, '', []]) expect(parse(name, value)).toEqual(is(null))
    for (const text of ['', '  ']) expect(read(name, text)).toEqual(is(null))
    expect(fieldTypes[name].format(null, facts, 'en')).toBe('')
    expect(fieldTypes[name].write(null, facts)).toBe('')
  })
})

test('decimals: marks between thousands and the mark of the fraction are told apart', () => {
  const readings = {
    '1234.5': '1234.5',
    '1,234.50': '1234.50',
    '1.234,50': '1234.50',
    '1 234,5': '1234.5',
    '1’234.50': '1234.50',
    '1.234.567': '1234567',
    '0.005': '0.005',
    '-7': '-7',
    '+7': '7',
  }
  for (const [text, decimal] of Object.entries(readings)) expect([text, readDecimalText(text)]).toEqual([text, decimal])
  for (const text of [
    '06 12 34 56 78',
    '+49 170 1234567',
    '030 1234567',
    '12 34',
    '1,23,4',
    '1.2.3',
    '1,234,5',
    '1,500',
    '1.500',
    '',
    '-',
    'x',
    '1e5',
    '１２',
  ])
    expect([text, readDecimalText(text)]).toEqual([text, null])
})

test('money is kept in minor units of its currency, to the last digit', () => {
  expect(read('money', '1.234,56 EUR')).toEqual(is(123_456))
  expect(read('money', '€19.99')).toEqual(is(1_999))
  expect(read('money', '500', { currency: 'JPY' })).toEqual(is(500))
  expect(read('money', '1.5000', { currency: 'KWD' })).toEqual(is(1_500))
  expect(fieldTypes.money.write(1_500, { ...facts, currency: 'KWD' })).toBe('1.5000')
  expect(isRefused(read('money', '5 USD'))).toBe(true)
  expect(isRefused(read('money', '$5'))).toBe(true)
  expect(read('money', '￥500', { currency: 'JPY' })).toEqual(is(500))
  expect(isRefused(read('money', '0.005'))).toBe(true)
  expect(isRefused(parse('money', 12.5))).toBe(true)
  expect(minorDigits('JPY')).toBe(0)
  expect(decimalOf(-5, 'USD')).toBe('-0.05')
  expect(fieldTypes.money.format(9_007_199_254_740_991, { ...facts, currency: 'USD' }, 'en')).toBe('$90,071,992,547,409.91')
})

test('a day is a day in every time zone, and must exist', () => {
  expect(read('date', '2028-02-29')).toEqual(is('2028-02-29'))
  for (const text of ['2027-02-29', '2026-13-01', '2026-00-10', '2026-1-5', '0000-01-01', '10000-01-01'])
    expect(isRefused(read('date', text))).toBe(true)
  expect(fieldTypes.date.format('2026-03-01', facts, 'en')).toBe('Mar 1, 2026')
  expect(read('date-time', '2026-03-01T10:00:00+02:00')).toEqual(is('2026-03-01T08:00:00.000Z'))
  for (const text of ['2026-03-01T10:00:00', '2026-03-01', '2026-02-30T10:00:00Z', '2026-03-01T24:00:00Z'])
    expect(isRefused(read('date-time', text))).toBe(true)
})

test('addresses and numbers have one form each', () => {
  expect(read('email', ' Ada@Example.ORG ')).toEqual(is('ada@example.org'))
  for (const text of ['ada', 'ada@', '@x.org', 'a@b', 'a..b@x.org', 'a b@x.org', 'a@-x.org', 'a@x.org@y.org'])
    expect([text, isRefused(read('email', text))]).toEqual([text, true])
  expect(read('phone', '0049 (30) 123-456')).toEqual(is('+4930123456'))
  expect(isRefused(read('phone', '030 123456'))).toBe(true)
  for (const text of ['javascript:alert(1)', 'ftp://x.org', 'x.org']) expect([text, isRefused(read('url', text))]).toEqual([text, true])
})

test('choices are found by value or label, each once, and unknown ones are named', () => {
  expect(read('choice', 'ALL DONE')).toEqual(is('done'))
  expect(read('choices', 'Open; done; open')).toEqual(is(['open', 'done']))
  expect(parse('choice', 'other')).toMatchObject({ refused: { message: 'There is no choice "other"' } })
})

test('a pattern is a character for each sign', () => {
  expect(fitsPattern('AB-12', 'AA-99')).toBe(true)
  for (const text of ['A1-12', 'AB-1', 'AB-123', 'AB 12']) expect(fitsPattern(text, 'AA-99')).toBe(false)
  expect(parse('text', 'AB-1', { pattern: 'AA-99' })).toMatchObject({ refused: { message: 'Must have the form AA-99' } })
})
