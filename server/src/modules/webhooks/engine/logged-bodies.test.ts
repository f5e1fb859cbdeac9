import { expect, test } from 'vitest'
import { LoggedBodies, shortBody } from './logged-bodies.ts'

const large = 'x'.repeat(65_536)

test('keeps the bodies of responses until a webhook has stored much, then their beginning, and more as time passes', () => {
  const bodies = new LoggedBodies()
  for (let at = 0; at < 512; at += 1) expect(bodies.keep(large, 1)).toHaveLength(large.length)
  expect(bodies.keep(large, 1)).toBe(`${large.slice(0, shortBody)}\n[Cut here of 65536 characters]`)
  expect(bodies.keep('short', 1)).toBe('short')
  expect(bodies.keep(large, 3_600_000)).toHaveLength(large.length)
})
