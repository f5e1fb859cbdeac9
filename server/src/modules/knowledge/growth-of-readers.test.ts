import { expect, test } from 'vitest'
import { knowledgeLimits } from '@imperium/contract/knowledge.ts'
import { growthCases } from '../../testing/growth.ts'
import { placeLinks } from './help-center/place-links.ts'
import { forbidsIndex } from './sources/forbids-index.ts'
import { readRobots } from './sources/robots.ts'
import { splitPassages } from './split-passages.ts'

const kb = 1_024

/** Readers of the event loop, with the longest input that may reach them. Threads with limits of time and memory bound all others. */
test.each(
  growthCases({
    'articles into passages': [knowledgeLimits.body, (text) => splitPassages('Title', text)],
    'links of a rendered article': [400 * kb, (html) => placeLinks(html, (id) => id)],
    'robots.txt': [512 * kb, (text) => readRobots(text, 'agent')('/path')],
    'robots.txt of many groups': [
      512 * kb,
      ({ length }) => readRobots(`${'User-agent: a\n'.repeat(length / 28)}${'Disallow: /a\n'.repeat(length / 28)}`, 'agent')('/path'),
    ],
    'directives for robots': [16 * kb, forbidsIndex],
  }),
)('$name: twice the input of $shape costs at most three times the work', async ({ growth }) => {
  expect(await growth()).toBeLessThanOrEqual(3)
})
