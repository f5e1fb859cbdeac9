import { expect, test } from 'vitest'
import { repeat, steadyGrowthOf } from '../../testing/growth.ts'
import { isSvg, refuseHarmful } from './rasterize-svg.ts'

const look = (text: string) => {
  // A look reads 4,000 bytes at most: many of them, so that the work can be measured.
  for (let at = 0; at < text.length; at += 4_000) isSvg(Buffer.from(text.slice(at, at + 4_000)))
}
const judge = (text: string) => {
  try {
    return refuseHarmful(text)
  } catch (error) {
    return error
  }
}

const shapes = ['<!---->', '<!-- a -->\n', '<?xml', '<!DOCTYPE svg', '<!DOCTYPE svg>', '<a:use', '<svg ', ' ']

test.each(shapes)('a picture that may be an SVG is looked at in time that grows with its length: %s', async (shape) => {
  expect(await steadyGrowthOf(look, repeat(shape), 1_000_000)).toBeLessThanOrEqual(3)
  expect(await steadyGrowthOf(judge, repeat(shape), 1_000_000)).toBeLessThanOrEqual(3)
})

test.each([
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', true],
  ['\uFEFF <?xml version="1.0"?>\n<!-- a --><!-- b -->\n<!DOCTYPE svg PUBLIC "a" "b">\n<!-- c --><svg>', true],
  ['<!DOCTYPE svg [<!ENTITY a "b">]><svg>', true],
  ['<!DOCTYPE html><svg>', false],
  ['<html><svg>', false],
  ['<!-- <svg> -->', false],
  ['<svgs>', false],
])('%s: %s', (text, expected) => {
  expect(isSvg(Buffer.from(text))).toBe(expected)
})
