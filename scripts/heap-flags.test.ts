import { expect, test } from 'vitest'
import { heapFlags, memoryMb } from './heap-flags.mjs'

const mb = 1024 * 1024

test('gives the young generation room on a machine with memory', () => {
  expect(heapFlags(2_000)).toEqual(['--max-semi-space-size=16'])
  expect(heapFlags(24_000)).toEqual(['--max-semi-space-size=16'])
})

test('keeps the heap small on a small machine', () => {
  expect(heapFlags(1_999)).toEqual(['--max-semi-space-size=4', '--heap-growing-percent=40'])
})

test.each([
  ['without a limit', 8_000, 0, 8_000],
  ['with a lower limit', 8_000, 512, 512],
  ['with a limit above the machine', 8_000, 9e9, 8_000],
])('reads the memory %s', (_name, total, limit, expected) => {
  expect(memoryMb(total * mb, limit * mb)).toBe(expected)
})

test('reads the memory of this machine', () => {
  expect(memoryMb()).toBeGreaterThan(100)
})
