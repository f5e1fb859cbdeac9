import { expect, test } from 'vitest'
import { withEvenShares } from './even-shares.ts'

test('all variants of a test have the same share, and the first has what is left', () => {
  const shares = (count: number) => withEvenShares(Array.from({ length: count }, () => ({ share: 7 }))).map(({ share }) => share)
  expect([shares(1), shares(2), shares(3), shares(4)]).toEqual([[50], [33, 33], [25, 25, 25], [20, 20, 20, 20]])
})
