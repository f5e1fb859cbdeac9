import { expect, test } from 'vitest'
import { growthCases } from '../../testing/growth.ts'
import { priceIn } from './products/price-in.ts'

const kb = 1_024

/** Readers of the event loop, with the longest input that may reach them. Threads with limits of time and memory bound all others. */
test.each(
  growthCases({
    'prices of product imports': [1_024 * kb, ({ length }) => priceIn(`EUR${' '.repeat(length)}99.50\nand more`)],
  }),
)('$name: twice the input of $shape costs at most three times the work', async ({ growth }) => {
  expect(await growth()).toBeLessThanOrEqual(3)
})
