import { expect, test } from 'vitest'
import { isLinkUrl, withScheme } from './link-text.ts'
import { withoutLiquid } from './without-liquid.ts'

test('completes what was typed as an address', () => {
  expect(withScheme(' shop.test/chairs ')).toBe('https://shop.test/chairs')
  expect(withScheme('ada@shop.test')).toBe('mailto:ada@shop.test')
  expect(withScheme('http://shop.test')).toBe('http://shop.test')
  expect(withScheme('{{ unsubscribe_url }}')).toBe('{{ unsubscribe_url }}')
  expect(withScheme('just words')).toBe('just words')
})

test('a script is no address', () => {
  expect(['https://a.test', 'mailto:a@b.test', 'tel:+1', '{{ preferences_url }}'].every(isLinkUrl)).toBe(true)
  expect(['javascript:alert(1)', 'data:text/html,x', '/path', 'words'].some(isLinkUrl)).toBe(false)
})

test('shows fallbacks in place of merge fields, and leaves conditions out', () => {
  expect(withoutLiquid('Hi {{ first_name | default: "there" }}{% if x %}!{% endif %} {{ organization.name }}')).toBe('Hi there! ')
})
