import { expect, test } from 'vitest'
import { redact } from './audit.ts'

test('a long text is cut without half of a character, which the database refuses', () => {
  const text = `${'a'.repeat(1_999)}😀`
  expect(redact({ text })).toEqual({ text: `${'a'.repeat(1_999)}\uFFFD…` })
})
