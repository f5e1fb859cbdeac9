import { expect, test } from 'vitest'
import { growthCases } from '../../testing/growth.ts'
import { isStopByMail } from './keywords/keywords.ts'
import { splitList } from './suppressions/read-addresses.ts'

const kb = 1_024

/** Readers of the event loop, with the longest input that may reach them. Threads with limits of time and memory bound all others. */
test.each(
  growthCases({
    'pasted lists of addresses': [1_024 * kb, ({ length }) => splitList(`ada${' '.repeat(length)}@example.com`)],
    'subjects of mails': [16 * kb, ({ length }) => isStopByMail({ text: '', subject: `${'!'.repeat(length)}a` })],
  }),
)('$name: twice the input of $shape costs at most three times the work', async ({ growth }) => {
  expect(await growth()).toBeLessThanOrEqual(3)
})
