import { expect, test } from 'vitest'
import { growthCases } from '../../testing/growth.ts'
import { splitter } from './errors-file.ts'
import { guessFieldType, makeRowReader } from './read-row.ts'
import { recogniseSeparator } from '../../platform/text/recognise-table.ts'

const kb = 1_024
const split = await splitter(',')

const columns = [
  'email',
  'name',
  'locale',
  'timeZone',
  'tags',
  'consentStatus',
  'consentDate',
  'custom:code',
  'custom:size',
  'custom:day',
] as const
const field = (key: string, type: 'text' | 'number' | 'date') => ({ key, type, choices: [] }) as never
const { read } = makeRowReader(columns, {
  fields: [field('code', 'text'), field('size', 'number'), field('day', 'date')],
  readPhone: Object.assign(() => null, { hasCountry: true }),
})

/** Readers of the event loop, with the longest input that may reach them. Threads with limits of time and memory bound all others. */
test.each(
  growthCases({
    'separators of contact imports': [64 * kb, recogniseSeparator],
    'lines of contact imports': [2_000, split],
    // One row has 128 KB at most, in whichever cell.
    'cells of contact imports': [
      128 * kb,
      (text) => columns.map((_, at) => read(columns.map((_column, other) => (other === at ? text : '')))),
    ],
    'types of new columns': [128 * kb, (text) => guessFieldType(text.match(/[^]{1,500}/g) ?? [])],
  }),
)('$name: twice the input of $shape costs at most three times the work', async ({ growth }) => {
  expect(await growth()).toBeLessThanOrEqual(3)
})
