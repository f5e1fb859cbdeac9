import { expect, test } from 'vitest'
import { growthCases } from '../../testing/growth.ts'
import { guardReply } from './channels/guard-reply.ts'

const kb = 1_024

/** Readers of the event loop, with the longest input that may reach them. Threads with limits of time and memory bound all others. */
test.each(
  growthCases({
    'links in what agents write': [64 * kb, ({ length }) => guardReply('[a]('.repeat(length / 4), ['a.'.repeat(length / 2)])],
    'marks in what agents write': [64 * kb, ({ length }) => guardReply(`${'!['.repeat(length / 4)}${' '.repeat(length / 2)}x`, [])],
    'what agents write': [64 * kb, (text) => guardReply(text, [text])],
  }),
)('$name: twice the input of $shape costs at most three times the work', async ({ growth }) => {
  expect(await growth()).toBeLessThanOrEqual(3)
})
