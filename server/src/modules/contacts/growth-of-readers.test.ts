import { expect, test } from 'vitest'
import { growthCases } from '../../testing/growth.ts'
import { phoneReader } from './read-phone.ts'

const readPhone = await phoneReader('DE')

/** Readers of the event loop, with the longest input that may reach them. Threads with limits of time and memory bound all others. */
test.each(
  growthCases({
    'phone numbers': [40, readPhone],
  }),
)('$name: twice the input of $shape costs at most three times the work', async ({ growth }) => {
  expect(await growth()).toBeLessThanOrEqual(3)
})
