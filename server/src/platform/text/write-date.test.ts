import { expect, test } from 'vitest'
import { writeDate, writeMoment } from './write-date.ts'

const at = new Date('2026-11-14T20:05:12Z')
const reader = { language: 'en', timeZone: null, dateFormat: null, timeFormat: null } as const

test('writes a date in the language and the time zone of its reader', () => {
  expect(writeDate(at, reader)).toBe('November 14, 2026')
  expect(writeDate(at, { ...reader, language: 'de', timeZone: 'Asia/Tokyo' })).toBe('15. November 2026')
  expect(writeMoment(at, { ...reader, language: 'fr', timeZone: 'Europe/Paris' })).toMatch(/^14 novembre 2026.*21:05:12/)
})

test.each([
  ['MM/DD/YYYY', '11/14/2026'],
  ['DD/MM/YYYY', '14/11/2026'],
  ['YYYY-MM-DD', '2026-11-14'],
] as const)('writes it as %s if the reader chose that', (dateFormat, date) => {
  expect(writeDate(at, { ...reader, dateFormat })).toBe(date)
  expect(writeMoment(at, { ...reader, dateFormat, timeFormat: '24h' })).toBe(`${date}, 20:05:12 UTC`)
})

test('writes the time of day by the clock that its reader chose', () => {
  expect(writeMoment(at, { ...reader, timeFormat: '12h', language: 'en' })).toMatch(/8:05:12\sPM UTC$/)
  expect(writeMoment(at, { ...reader, timeFormat: '24h' })).toMatch(/20:05:12 UTC$/)
})
