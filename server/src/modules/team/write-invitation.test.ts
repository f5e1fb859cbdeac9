import { expect, test } from 'vitest'
import { languages } from '@imperium/contract/choose-language.ts'
import { writeInvitation } from './write-invitation.ts'

const write = (language: (typeof languages)[number]) =>
  writeInvitation({ language, organizationName: 'Northwind', inviter: 'Ada', url: 'https://imperium.example/i' })

test.each(languages)('names the inviter and the organization: %s', (language) => {
  const { subject, text } = write(language)
  for (const texts of [subject, text]) expect([texts.includes('Northwind'), texts.includes('Ada')]).toEqual([true, true])
  expect(text).toContain('https://imperium.example/i')
})

test('has a separate text in each language', () =>
  expect(new Set(languages.map((language) => write(language).text)).size).toBe(languages.length))
