import { expect, test } from 'vitest'
import { withEvenShares } from './even-shares.ts'

test('splits a test evenly and gives the remainder to the first variant', () => {
  const shares = (count: number) => withEvenShares(Array.from({ length: count }, () => ({ share: 7 }))).map(({ share }) => share)
  expect([shares(1), shares(2), shares(3), shares(4)]).toEqual([[50], [33, 33], [25, 25, 25], [20, 20, 20, 20]])
})
