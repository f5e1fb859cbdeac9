import { englishOf } from '@imperium/contract/kit/message.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FieldError } from '../../platform/errors.ts'
import { faultOfValue, readCustom, readEmail, readTags } from './read-contact-input.ts'
import { phoneReader } from './read-phone.ts'

test.each([
  ['', '030 901820', null],
  ['', '+49 30 901820', '+4930901820'],
  ['Germany', '030 901820', '+4930901820'],
  ['Deutschland', '030/90 18 20', '+4930901820'],
  ['DE', '(030) 901820', '+4930901820'],
  ['ドイツ', '030 901820', '+4930901820'],
  ['uk', '020 7946 0958', '+442079460958'],
  ['United States', '(212) 555-0100', '+12125550100'],
  // A number with a plus says its country itself.
  ['Germany', '+44 20 7946 0958', '+442079460958'],
  ['Atlantis', '030 901820', null],
  ['Germany', '', null],
  ['Germany', 'call me', null],
  ['Germany', '+49 30 901820 ext. 12', null],
  ['Germany', 'my number is +49 30 901820', null],
  ['Germany', '+49 30 901820, +49 30 901821', null],
  ['Germany', '+999 12345678', null],
  ['Germany', '0-00 2(/29', null],
  ['Germany', `+49${'1'.repeat(40)}`, null],
  ['Germany', 'tel:+49-30-123456', '+4930123456'],
  ['Germany', 'TEL:030 123456', '+4930123456'],
  // Spreadsheets take the plus or the zero away.
  ['Germany', '491701234567', '+491701234567'],
  ['Germany', '4915112345678', '+4915112345678'],
  ['Germany', '1701234567', '+491701234567'],
  ['Germany', '04921 123456', '+494921123456'],
  ['Germany', '4921123456', null],
  ['Austria', '436641234567', '+436641234567'],
  ['Italy', '3933312345', '+393933312345'],
  ['Italy', '393331234567', '+393331234567'],
])('a number in %j: %j is %j', async (country, text, expected) => expect((await phoneReader(country))(text)).toBe(expected))

// What is read once is read again as the same: an export can be imported.
test('keeps a parsed number unchanged when it is parsed again', async () => {
  const read = await phoneReader('Germany')
  const text = fc.string({ unit: fc.constantFrom(...'+0123456789 ()/-'), maxLength: 20 })
  fc.assert(
    fc.property(text, (each) => {
      const number = read(each)
      expect(number === null || read(number) === number).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('stores addresses in lower case, treats empty as none and reports an invalid one', () => {
  const errors: FieldError[] = []
  expect(readEmail('Ada@Example.COM', errors)).toBe('ada@example.com')
  expect(readEmail('', errors)).toBeNull()
  expect(readEmail(null, errors)).toBeNull()
  expect(errors).toEqual([])
  expect(readEmail('Ada <ada@example.com>', errors)).toBeNull()
  expect(errors).toEqual([{ path: 'email', message: 'Invalid email address' }])
})

test('each tag once, as it was written first', () => expect(readTags(['VIP', 'new', 'vip', 'New', 'Vip'])).toEqual(['VIP', 'new']))

test.each([
  ['text', 'words', null],
  ['text', 'x'.repeat(1001), 'Must be a text'],
  ['text', 1, 'Must be a text'],
  ['number', 1.5, null],
  ['number', '1', 'Must be a number'],
  ['boolean', false, null],
  ['boolean', 'false', 'Must be true or false'],
  ['date', '2024-02-29', null],
  ['date', '2023-02-29', 'Must be a day, such as 2026-01-31'],
  ['date', '2024-2-9', 'Must be a day, such as 2026-01-31'],
  ['date', 'tomorrow', 'Must be a day, such as 2026-01-31'],
  ['choice', 'S', null],
  ['choice', 's', 'Must be one of S, M'],
] as const)('of a %s, %j: %j', (type, value, fault) => {
  const found = faultOfValue({ type, choices: type === 'choice' ? ['S', 'M'] : [] }, value)
  expect(found && englishOf(found)).toBe(fault)
})

test('given values lie over the stored ones; null and empty take away; names of the language itself are fields like others', () => {
  const errors: FieldError[] = []
  const fields = [
    { key: 'a', type: 'number' as const, choices: [] },
    { key: 'b', type: 'text' as const, choices: [] },
  ]
  expect(readCustom(fields, { a: 1, b: 'kept', gone: 'kept too' }, { a: 2, b: '' }, errors)).toEqual({ a: 2, gone: 'kept too' })
  expect(readCustom(fields, { a: 1 }, { a: null }, errors)).toEqual({})
  expect(errors).toEqual([])
  readCustom(fields, {}, JSON.parse('{"__proto__":1,"constructor":"x"}') as Record<string, string>, errors)
  expect(errors.map((error) => error.path)).toEqual(['custom.__proto__', 'custom.constructor'])
})
