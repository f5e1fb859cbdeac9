import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDeeper } from './json-depth.ts'

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

test('the depth of a JSON text is that of its value', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (json) => {
      const depth = depthOf(JSON.parse(json))
      expect([isDeeper(json, depth), depth > 0 && isDeeper(json, depth - 1)]).toEqual([false, depth > 0])
    }),
  )
})

test('brackets in texts count for nothing, and a text without an end is no endless work', () => {
  expect(isDeeper(String.raw`["[[[[\"[[[[\\","]]"]`, 1)).toBe(false)
  expect(isDeeper('"[[[', 0)).toBe(false)
  expect(isDeeper('['.repeat(1_000), 200)).toBe(true)
})
