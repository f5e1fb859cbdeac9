import { expect, test } from 'vitest'
import { chooseLanguage } from './choose-language.ts'

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['de', 'de'],
  ['de-CH', 'de'],
  ['DE-ch', 'de'],
  ['pt-BR,pt;q=0.9', 'en'],
  ['pt-BR, es;q=0.8, en;q=0.7', 'es'],
  ['en;q=0.5, ja;q=0.9', 'ja'],
  ['de;q=0, fr;q=0.1', 'fr'],
  ['fr, de', 'fr'],
  ['fr;q=0.8,de;q=0.8', 'fr'],
  ['fr;q=zero, de;q=0.5', 'fr'],
  [' ja ; q=1.0 ', 'ja'],
  ['deutsch', 'en'],
])('%s: %s', (accepted, language) => expect(chooseLanguage(accepted)).toBe(language))

test('does not read an endless header to its end', () => {
  expect(chooseLanguage('xx;q=0.1,'.repeat(200_000) + 'de')).toBe('en')
})
