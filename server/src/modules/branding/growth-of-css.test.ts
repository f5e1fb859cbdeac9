import { expect, test } from 'vitest'
import { maxCustomCssLength } from '@imperium/contract/branding/image-limits.ts'
import { repeat, shapes, steadyGrowthOf } from '../../testing/growth.ts'
import { compileCss } from './compile-css.ts'

const pieces = {
  text: shapes['text'] ?? repeat('a'),
  rules: repeat('a{color:red}'),
  selectors: repeat('a, body b > c '),
  declarations: (length: number) => `a{${repeat('color:red;')(length)}}`,
  comments: repeat('/* a'),
  quotes: repeat('"a'),
  functions: (length: number) => `a{width:${repeat('calc(1px) ')(length)}}`,
  'at rules': repeat('@media a{'),
  braces: repeat('}{'),
}

test.each(Object.entries(pieces))('custom CSS: twice the input of %s costs at most three times the work', async (_name, make) => {
  expect(await steadyGrowthOf(compileCss, make, maxCustomCssLength)).toBeLessThanOrEqual(3)
})
