import { expect, test } from 'vitest'
import { differencesIn } from './same-words.ts'

const same = {
  en: { a: 'Hello {name}' },
  es: { a: 'Hola {name}' },
  fr: { a: 'Bonjour {name}' },
  de: { a: 'Hallo {name}' },
  ja: { a: '{name} さん' },
}

test('finds no difference between complete translations', () => expect(differencesIn(same)).toEqual([]))

test.each([
  [{}, 'de a: undefined'],
  [{ a: '' }, 'de a: '],
  [{ a: 'Hallo {nom}' }, 'de a: Hallo {nom}'],
  [{ a: 'Hallo {name}', b: 'Mehr' }, 'de b: Mehr'],
])('%o does', (de, found) => expect(differencesIn({ ...same, de })).toEqual([found]))

test('a sentence left in English does', () =>
  expect(differencesIn({ ...same, en: { a: 'Good day' }, de: { a: 'Good day' } })).toContain('de a: Good day'))
