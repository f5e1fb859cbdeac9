import { expect, test } from 'vitest'
import type { Language } from '@imperium/contract/languages.ts'
import { writeDeletionNotice } from './write-deletion-notice.ts'

test.each([
  ['en', 'March 4, 2026'],
  ['es', '4 de marzo de 2026'],
  ['fr', '4 mars 2026'],
  ['de', '4. März 2026'],
  ['ja', '2026年3月4日'],
] satisfies [Language, string][])('a deleted organization is named, with its last day: %s', (language, day) => {
  const preferences = { language, timeZone: 'UTC', dateFormat: null, timeFormat: null }
  const deletesAt = new Date('2026-03-04T12:00:00Z')
  const { subject, text } = writeDeletionNotice({
    preferences,
    organizationName: 'Northwind',
    deletesAt,
    url: 'https://imperium.example/s',
  })
  expect([subject.includes('Northwind'), text.includes(day)]).toEqual([true, true])
})
