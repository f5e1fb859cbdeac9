import { expect, test } from 'vitest'
import { growthCases } from '../../testing/growth.ts'
import { splitter } from './errors-file.ts'
import { recogniseSeparator } from '../../platform/text/recognise-table.ts'

const kb = 1_024
const split = await splitter(',')

/** Readers of the event loop, with the longest input that may reach them. Threads with limits of time and memory bound all others. */
test.each(
  growthCases({
    'separators of contact imports': [64 * kb, recogniseSeparator],
    'lines of contact imports': [2_000, split],
  }),
)('$name: twice the input of $shape costs at most three times the work', ({ growth }) => {
  expect(growth()).toBeLessThanOrEqual(3)
})
