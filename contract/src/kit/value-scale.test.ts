import fc from 'fast-check'
import { expect, test } from 'vitest'
import { valueScale } from './value-scale.ts'

test.each([
  [[0], [0, 1]],
  [[1], [0, 1]],
  [[3], [0, 1, 2, 3]],
  [
    [5480, 2300],
    [0, 2000, 4000, 6000],
  ],
  [[100], [0, 50, 100]],
  [[8_000_001], [0, 5_000_000, 10_000_000]],
  [[0.7], [0, 0.2, 0.4, 0.6000000000000001, 0.8]],
])('the axis of %j has the steps %j', (values, ticks) => expect(valueScale(values, 100).ticks).toEqual(ticks))

test('draws zero at the bottom and keeps all values inside the chart', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(10_000_000), { minLength: 1, maxLength: 90 }), (values) => {
      const { scale, ticks } = valueScale(values, 290)
      expect(scale(0)).toBe(290)
      expect(values.every((value) => scale(value) >= -1e-6 && scale(value) <= 290)).toBe(true)
      expect(ticks.length).toBeGreaterThanOrEqual(2)
      expect(ticks.length).toBeLessThanOrEqual(5)
      expect(ticks.every(Number.isInteger)).toBe(true)
    }),
  )
})
