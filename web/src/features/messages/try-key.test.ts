import { expect, test } from 'vitest'
import { createTryKeys } from './try-key.ts'

test('each try of the same has one key; another message, and the same again after it was sent, has another', () => {
  const { keyOf, forget } = createTryKeys()
  const first = keyOf({ message: 'Hello' })
  expect(keyOf({ message: 'Hello' })).toBe(first)
  const other = keyOf({ message: 'Hello there' })
  expect(other).not.toBe(first)
  forget()
  expect(keyOf({ message: 'Hello there' })).not.toBe(other)
})
