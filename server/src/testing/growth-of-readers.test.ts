import { expect, test } from 'vitest'
import { SegmentRules } from '@imperium/contract/contacts/segment-rules.ts'
import { knowledgeLimits } from '@imperium/contract/knowledge.ts'
import { findInMessages } from '../modules/campaigns/launch/message-findings.ts'
import { linksOf, rewriteLinks, textFromHtml } from '../modules/campaigns/messages/html-parts.ts'
import { splitter } from '../modules/contact-imports/errors-file.ts'
import { phoneReader } from '../modules/contacts/read-phone.ts'
import { hrefsIn, responsesOf } from '../modules/integrations/connectors/productivity/caldav/multistatus.ts'
import { fieldsOfSchema } from '../modules/integrations/documented/compile-operations.ts'
import { newBudgets } from '../modules/integrations/documented/read-schema.ts'
import { placeLinks } from '../modules/knowledge/help-center/place-links.ts'
import { forbidsIndex } from '../modules/knowledge/sources/forbids-index.ts'
import { readRobots } from '../modules/knowledge/sources/robots.ts'
import { splitPassages } from '../modules/knowledge/split-passages.ts'
import { parseEmailAddress } from '../platform/mail/address.ts'
import { recogniseSeparator } from '../platform/text/read-table.ts'
import { decodeText } from '../platform/text/charset.ts'
import { loadTemplates, templateLimits } from '../platform/text/liquid.ts'
import { decimalSignOf } from '../platform/text/read-number.ts'
import { recogniseDateOrder } from '../platform/text/read-day.ts'
import { shapes, steadyGrowthOf } from './growth.ts'

const kb = 1024
const mb = 1024 * kb

/** What is refused is read at no cost: that is the bound. */
const unlessRefused =
  (read: (text: string) => unknown) =>
  (text: string): unknown => {
    try {
      return read(text)
    } catch (error) {
      return error
    }
  }

const templates = await loadTemplates()
const readPhone = await phoneReader('DE')
const split = await splitter(',')
const inCells = (text: string) => text.match(/[^]{1,500}/g) ?? []
const asEmail = (html: string) => ({ channel: 'email', definition: { content: { subject: 'A', preheader: '', html, text: '' } } }) as never

/** Readers of the main thread, with the longest input that may reach them. Threads with limits of time and memory bound all others. */
const readers: Record<string, [largest: number, read: (text: string) => unknown]> = {
  'articles into passages': [knowledgeLimits.body, (text) => splitPassages('Title', text)],
  'links of a rendered article': [400 * kb, (html) => placeLinks(html, (id) => id)],
  'robots.txt': [512 * kb, (text) => readRobots(text, 'agent')('/path')],
  'directives for robots': [16 * kb, forbidsIndex],
  'answers of services as text': [4 * mb, (text) => decodeText(Buffer.from(`ü${text}`, 'latin1'), { isMarkup: true })],
  'answers of calendars': [4 * mb, (xml) => [responsesOf(xml), hrefsIn(`<home>${xml}`, 'home')]],
  'separators of contact imports': [64 * kb, recogniseSeparator],
  'lines of contact imports': [2_000, split],
  'phone numbers': [40, readPhone],
  'email addresses': [254, parseEmailAddress],
  'amounts of sales imports': [mb, (text) => decimalSignOf(inCells(text))],
  'days of sales imports': [mb, (text) => recogniseDateOrder(inCells(text))],
  'templates in Liquid': [templateLimits.sourceCharacters, unlessRefused((text) => templates.compile(text, 'html').render({}))],
  'templates in Liquid, outputs': [
    // As many as one may have are shorter than the longest template.
    10 * templateLimits.pieces,
    unlessRefused((text) => templates.compile('{{ a }} ok'.repeat(text.length / 10), 'html').render({ a: 1 })),
  ],
  'emails in HTML, their text': [500_000, textFromHtml],
  'emails in HTML, their links': [500_000, (html) => [linksOf(html), rewriteLinks(html, () => null)]],
  'emails in HTML before a launch': [500_000, (html) => findInMessages(asEmail(html))],
  'schemas of tools': [
    2 * mb,
    (text) => {
      const properties = Object.fromEntries(Array.from({ length: text.length / 100 }, (_, at) => [`a${at}`, { type: 'string' }]))
      return fieldsOfSchema({ type: 'object', properties }, newBudgets()())
    },
  ],
  'rules of segments': [
    256 * kb,
    (text) => {
      const rule = { kind: 'field', field: 'email', op: 'contains', value: 'a' }
      const group = { match: 'all', rules: Array.from({ length: 20 }, () => rule) }
      return SegmentRules.safeParse({ match: 'any', rules: Array.from({ length: text.length / 1_500 }, () => group) })
    },
  ],
}
/** Of a size only: what they read is made from its length. */
const bySize = new Set(['templates in Liquid, outputs', 'schemas of tools', 'rules of segments'])

const cases = Object.entries(readers).flatMap(([name, [largest, read]]) =>
  Object.entries(shapes).flatMap(([shape, make]) => (bySize.has(name) && shape !== 'text' ? [] : [{ name, shape, largest, read, make }])),
)

test.each(cases)('$name: twice the input of $shape costs at most three times the work', ({ read, make, largest }) => {
  expect(steadyGrowthOf(read, make, largest)).toBeLessThanOrEqual(3)
})
