import { expect, test } from 'vitest'
import { readYaml } from './read-yaml.ts'

test('a document within the bounds is read, whatever its texts look like', () => {
  const text = ['a: [b, {c: d}]', 't: |', '   [ [ [ text', `${' '.repeat(500)}far in`, 'u: "[[ - - -"', 'v:', '  - - - deep'].join('\n')
  expect(readYaml(text)).toMatchObject({ a: ['b', { c: 'd' }], u: '[[ - - -', v: [[['deep']]] })
  expect(readYaml(`- ${'['.repeat(150)}${']'.repeat(150)}`)).toHaveLength(1)
})

test.each([
  ['lists in lists', `a: ${'['.repeat(250)}${']'.repeat(250)}`],
  ['objects in objects', `a: ${'{a: '.repeat(250)}${'}'.repeat(250)}`],
  ['blocks in one line', `${'- '.repeat(250)}a`],
  ['blocks far in', `a:\n${' '.repeat(450)}b: c`],
  ['more entries than are read', `a: [${'b,'.repeat(450_000)}c]`],
])('%s are refused before they are built', (_shape, text) => {
  expect(() => readYaml(text)).toThrow('nested too deep or has too many entries')
})
