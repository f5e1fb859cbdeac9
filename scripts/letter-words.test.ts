import { describe, expect, test } from 'vitest'
import { languages } from '../contract/src/choose-language.ts'
import { letterWords } from '../server/src/modules/auth/letter-words.ts'
import { factLabels, notYou, noticeWords } from '../server/src/modules/auth/two-factor/notice-words.ts'
import { de as newsDe } from '../server/src/modules/notifications/words/de.ts'
import { en as newsEn } from '../server/src/modules/notifications/words/en.ts'
import { es as newsEs } from '../server/src/modules/notifications/words/es.ts'
import { fr as newsFr } from '../server/src/modules/notifications/words/fr.ts'
import { ja as newsJa } from '../server/src/modules/notifications/words/ja.ts'
import { writeDeletionNotice } from '../server/src/modules/organizations/write-deletion-notice.ts'
import { de as profileDe } from '../server/src/modules/profile/words/de.ts'
import { en as profileEn } from '../server/src/modules/profile/words/en.ts'
import { es as profileEs } from '../server/src/modules/profile/words/es.ts'
import { fr as profileFr } from '../server/src/modules/profile/words/fr.ts'
import { ja as profileJa } from '../server/src/modules/profile/words/ja.ts'
import { writeInvitation } from '../server/src/modules/team/write-invitation.ts'
import { readDictionary, translated } from './words/dictionaries.ts'

const byPath = new Map<string, object>([
  ['notifications', { en: newsEn, es: newsEs, fr: newsFr, de: newsDe, ja: newsJa }],
  ['letters of the account', { en: profileEn, es: profileEs, fr: profileFr, de: profileDe, ja: profileJa }],
  ['facts', letterWords.facts],
  ['facts of notices', factLabels],
  ['not you', notYou],
  ...(['verify', 'reset', 'changed', 'newDevice'] as const).map((name): [string, object] => [`letter ${name}`, letterWords[name]]),
  ...Object.entries(noticeWords).map(([name, words]): [string, object] => [`notice ${name}`, words]),
])

/** Every text of some words by its path: `news.welcome.title`. */
function textsOf(words: unknown, path = ''): [path: string, text: string][] {
  if (typeof words === 'string') return [[path, words]]
  return Object.entries(words ?? {}).flatMap(([name, inner]) => textsOf(inner, `${path}.${name}`))
}

const holesOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()

describe.each([...byPath])('%s', (_name, words) => {
  const [english, ...others] = languages.map((language) => new Map(textsOf((words as Record<string, unknown>)[language])))

  test('says the same in each language, with the same values', () => {
    for (const texts of others) {
      expect([...texts.keys()].toSorted()).toEqual([...(english?.keys() ?? [])].toSorted())
      for (const [path, text] of texts) expect([path, holesOf(text)]).toEqual([path, holesOf(english?.get(path) ?? '')])
    }
    expect([...(english?.values() ?? [])].every((text) => text !== '')).toBe(true)
  })

  test('leaves no sentence in English', () => {
    for (const texts of others) expect([...texts].filter(([path, text]) => text.includes(' ') && text === english?.get(path))).toEqual([])
  })
})

describe.each(languages)('letters with names in them, in %s', (language) => {
  test('an invitation names who invites and to what', () => {
    const letter = writeInvitation({ language, organizationName: 'Northwind', inviter: 'Ada', url: 'https://imperium.example/i' })
    expect([letter.subject, letter.text].every((text) => text.includes('Northwind') && text.includes('Ada'))).toBe(true)
  })

  test('a deleted organization is named, with its last day', () => {
    const preferences = { language, timeZone: 'UTC', dateFormat: null, timeFormat: '24h' } as const
    const deletesAt = new Date('2026-03-04T12:00:00Z')
    const { subject, text } = writeDeletionNotice({
      preferences,
      organizationName: 'Northwind',
      deletesAt,
      url: 'https://imperium.example/s',
    })
    expect([subject.includes('Northwind'), /2026/.test(text), /\b0?4\b|4日/.test(text)]).toEqual([true, true, true])
  })
})

test.each(translated)('roles are called in letters as on screens: %s', (language) => {
  const dictionary = readDictionary(language)
  const news = { es: newsEs, fr: newsFr, de: newsDe, ja: newsJa }[language]
  expect(news.roles).toEqual({
    OWNER: dictionary['Owner'],
    ADMIN: dictionary['Admin'],
    MEMBER: dictionary['User'],
    VIEWER: dictionary['Viewer'],
  })
})
