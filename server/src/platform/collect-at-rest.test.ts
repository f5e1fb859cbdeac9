import { expect, test } from 'vitest'
import { isWorthCollecting } from './collect-at-rest.ts'

const mb = 1024 * 1024

test('collects a heap that has grown when the event loop rests', () => {
  expect(isWorthCollecting(0.01, 90 * mb, 70 * mb)).toBe(true)
})

test('does not collect while there is work', () => {
  expect(isWorthCollecting(0.2, 400 * mb, 70 * mb)).toBe(false)
})

test('does not collect again what was collected', () => {
  expect(isWorthCollecting(0.01, 72 * mb, 70 * mb)).toBe(false)
})
