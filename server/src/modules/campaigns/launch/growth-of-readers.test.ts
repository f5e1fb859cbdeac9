import { expect, test } from 'vitest'
import { checkClientSupport } from '@imperium/contract/email-designs/client-support.ts'
import { fieldsWithoutFallback } from '@imperium/contract/email-designs/lint-design.ts'
import { readWritten } from '../drafts/agent-texts.ts'
import { growthCases, steadyGrowthOf } from '../../../testing/growth.ts'
import { linksOf, rewriteLinks, textFromHtml } from '../messages/html-parts.ts'
import { findInMessages } from './message-findings.ts'

const asEmail = (html: string) => ({ channel: 'email', definition: { content: { subject: 'A', preheader: '', html, text: '' } } }) as never

/** Readers of the event loop, with the longest input that may reach them. Threads with limits of time and memory bound all others. */
test.each(
  growthCases({
    'emails in HTML, their text': [500_000, textFromHtml],
    'emails in HTML, their links': [500_000, (html) => [linksOf(html), rewriteLinks(html, () => null)]],
    // An element of HTML in a design.
    'HTML that mail programs may not show': [100_000, checkClientSupport],
    'texts of agents': [64 * 1_024, ({ length }) => readWritten(`subject:${' '.repeat(length)}x`)],
    'emails in HTML before a launch': [500_000, (html) => findInMessages(asEmail(html))],
  }),
)('$name: twice the input of $shape costs at most three times the work', async ({ growth }) => {
  expect(await growth()).toBeLessThanOrEqual(3)
})

// Each of many fields was looked for in the whole template.
test('the search for fields without a fallback costs at most three times the work for twice the fields', async () => {
  const fields = (length: number) =>
    Array.from({ length: length / 40 }, (_, at) => `{{ custom.a${at} }}{% if custom.b${at} %}x{% endif %}`).join('')
  expect(await steadyGrowthOf(fieldsWithoutFallback, fields, 500_000)).toBeLessThanOrEqual(3)
})
