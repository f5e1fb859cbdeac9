import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoTimestamp, parseTimestamp } from './parse-timestamp.ts'

const moments = fc.date({ min: new Date('1000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })

test('reads what PostgreSQL writes of a moment, however many digits its fraction has', () => {
  fc.assert(
    fc.property(moments, fc.nat(999), (moment, micros) => {
      const whole = `${moment.toISOString().slice(0, -1).replace('T', ' ')}${String(micros).padStart(3, '0')}`
      const text = `${whole.replace(/\.?0+$/, (zeros) => (zeros.startsWith('.') ? '' : zeros.replaceAll('0', '')))}+00`
      expect(parseTimestamp(text)).toEqual(moment)
      expect(isoTimestamp(text)).toBe(moment.toISOString())
    }),
  )
})

test.each([
  ['2026-11-24 00:49:43+00', '2026-11-24T00:49:43.000Z'],
  ['2026-11-24 00:49:43.5+00', '2026-11-24T00:49:43.500Z'],
  ['2026-11-24 00:49:43.57+00', '2026-11-24T00:49:43.570Z'],
  ['2026-11-24 00:49:43.123456+00', '2026-11-24T00:49:43.123Z'],
  ['2026-11-24 05:49:43+05', '2026-11-24T00:49:43.000Z'],
  ['2026-11-24 06:19:43.25+05:30', '2026-11-24T00:49:43.250Z'],
  ['0001-02-03 04:05:06+00', '0001-02-03T04:05:06.000Z'],
])('reads %s', (text, iso) => {
  expect(parseTimestamp(text).toISOString()).toBe(iso)
  expect(isoTimestamp(text)).toBe(iso)
})

test('leaves infinity and years before 1 to pg', () => {
  expect(parseTimestamp('infinity')).toBe(Infinity)
  expect(parseTimestamp('0044-03-15 12:00:00+00 BC').getUTCFullYear()).toBe(-43)
})
