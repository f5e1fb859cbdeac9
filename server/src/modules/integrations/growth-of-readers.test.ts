import { expect, test } from 'vitest'
import { growthCases } from '../../testing/growth.ts'
import { readFeed } from './connectors/automation/read-feed.ts'
import { hrefsIn, responsesOf } from './connectors/productivity/caldav/multistatus.ts'
import { fieldsOfSchema } from './documented/compile-operations.ts'
import { newBudgets } from './documented/read-schema.ts'

const mb = 1_024 * 1_024

/** Readers of the event loop and that of feeds, with the longest input that may reach them. Threads with limits of time and memory bound all others. */
test.each(
  growthCases({
    'answers of calendars': [4 * mb, (xml) => [responsesOf(xml), hrefsIn(`<home>${xml}`, 'home')]],
    'entries of feeds': [4 * mb, (text) => readFeed(`<rss><item><title>Entry</title>${text}</item>`)],
    'schemas of tools': [
      2 * mb,
      (text) => {
        const properties = Object.fromEntries(Array.from({ length: text.length / 100 }, (_, at) => [`a${at}`, { type: 'string' }]))
        return fieldsOfSchema({ type: 'object', properties }, newBudgets()())
      },
    ],
  }),
)('$name: twice the input of $shape costs at most three times the work', async ({ growth }) => {
  expect(await growth()).toBeLessThanOrEqual(3)
})
