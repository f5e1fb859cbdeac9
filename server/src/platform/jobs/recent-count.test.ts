import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRecentCount } from './recent-count.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('counts the last second and drops older hits', () => {
  const count = createRecentCount()
  for (let i = 0; i < 40; i++) count.add()
  expect(count.read()).toBe(40)
  vi.advanceTimersByTime(1_500)
  expect(count.read()).toBe(20)
  count.add()
  expect(count.read()).toBe(21)
  vi.advanceTimersByTime(500)
  expect(count.read()).toBe(1)
  vi.advanceTimersByTime(5_000)
  expect(count.read()).toBe(0)
})
