import { expect, test } from 'vitest'
import { SegmentRules } from '@imperium/contract/contacts/segment-rules.ts'
import { parseEmailAddress } from '../platform/mail/address.ts'
import { decodeText } from '../platform/text/charset.ts'
import { parseJson } from '../platform/text/exact-json.ts'
import { loadTemplates, templateLimits } from '../platform/text/liquid.ts'
import { recogniseDateOrder } from '../platform/text/read-day.ts'
import { decimalSignOf } from '../platform/text/read-number.ts'
import { growthCases } from './growth.ts'

const kb = 1_024
const mb = 1_024 * kb

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
const inCells = (text: string) => text.match(/[^]{1,500}/g) ?? []

/** Readers of the event loop, with the longest input that may reach them. Threads with limits of time and memory bound all others. */
test.each(
  growthCases({
    'answers of services as text': [4 * mb, (text) => decodeText(Buffer.from(`ü${text}`, 'latin1'), { isMarkup: true })],
    'answers of services as JSON': [4 * mb, (text) => parseJson(JSON.stringify({ text, list: inCells(text) }))],
    'email addresses': [254, parseEmailAddress],
    'amounts of sales imports': [mb, (text) => decimalSignOf(inCells(text))],
    'days of sales imports': [mb, (text) => recogniseDateOrder(inCells(text))],
    'templates in Liquid': [templateLimits.sourceCharacters, unlessRefused((text) => templates.compile(text, 'html').render({}))],
    'templates in Liquid, outputs': [
      // As many as one may have are shorter than the longest template.
      10 * templateLimits.pieces,
      unlessRefused((text) => templates.compile('{{ a }} ok'.repeat(text.length / 10), 'html').render({ a: 1 })),
    ],
    'rules of segments': [
      256 * kb,
      (text) => {
        const rule = { kind: 'field', field: 'email', op: 'contains', value: 'a' }
        const group = { match: 'all', rules: Array.from({ length: 20 }, () => rule) }
        return SegmentRules.safeParse({ match: 'any', rules: Array.from({ length: text.length / 1_500 }, () => group) })
      },
    ],
  }),
)('$name: twice the input of $shape costs at most three times the work', async ({ growth }) => {
  expect(await growth()).toBeLessThanOrEqual(3)
})
