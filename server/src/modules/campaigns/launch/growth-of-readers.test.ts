import { expect, test } from 'vitest'
import { growthCases } from '../../../testing/growth.ts'
import { linksOf, rewriteLinks, textFromHtml } from '../messages/html-parts.ts'
import { findInMessages } from './message-findings.ts'

const asEmail = (html: string) => ({ channel: 'email', definition: { content: { subject: 'A', preheader: '', html, text: '' } } }) as never

/** Readers of the event loop, with the longest input that may reach them. Threads with limits of time and memory bound all others. */
test.each(
  growthCases({
    'emails in HTML, their text': [500_000, textFromHtml],
    'emails in HTML, their links': [500_000, (html) => [linksOf(html), rewriteLinks(html, () => null)]],
    'emails in HTML before a launch': [500_000, (html) => findInMessages(asEmail(html))],
  }),
)('$name: twice the input of $shape costs at most three times the work', ({ growth }) => {
  expect(growth()).toBeLessThanOrEqual(3)
})
