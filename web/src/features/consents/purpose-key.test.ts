import { expect, test } from 'vitest'
import { keyOfName } from './purpose-key.ts'

test.each([
  ['Product news', 'product_news'],
  ['Événements & fêtes!', 'evenements_fetes'],
  ['2026 offers', 'offers'],
  ['お知らせ', 'purpose'],
  ['News', 'news_2'],
])('"%s" is kept as %s', (name, key) => {
  const made = keyOfName(name, new Set(['news']))
  expect(made).toBe(key)
  expect(made).toMatch(/^[a-z][a-z0-9_]{0,39}$/)
})

test('never returns a key that is taken', () => {
  expect(keyOfName('お知らせ', new Set(['purpose', 'purpose_2']))).toBe('purpose_3')
})
