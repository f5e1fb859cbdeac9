import { expect, test } from 'vitest'
import { sample } from '../../../testing/deep.ts'
import { shapes, steadyGrowthOf } from '../../../testing/growth.ts'
import { findQuotation, stripQuotes } from './find-quotation.ts'
import { htmlToText } from './html-to-text.ts'

test.each(sample('quotations', Object.entries(shapes), 2))(
  'the search for quotations in twice the input of %s costs at most three times the work',
  async (_shape, make) => {
    expect(await steadyGrowthOf(stripQuotes, make)).toBeLessThanOrEqual(3)
    expect(await steadyGrowthOf((text) => findQuotation(text, [text]), make)).toBeLessThanOrEqual(3)
  },
)

test.each(['<a href="https://a.example/x">word</a> ', '<p>Words <b>of</b> a text.</p>'])(
  'twice as many %s cost at most three times the work',
  async (piece) => {
    expect(await steadyGrowthOf(htmlToText, (length) => piece.repeat(length / piece.length), 1_000_000)).toBeLessThanOrEqual(3)
  },
)

test('a long answer in a conversation of long emails is looked through at once', () => {
  const lines = (first: number) => Array.from({ length: 7_000 }, (_, at) => `line ${((at + first) * 7_919).toString(36)}`)
  const known = Array.from({ length: 50 }, (_, at) => lines(at * 10_000).join('\n'))
  const answer = lines(600_000)
    .map((line) => `> ${line} and more`)
    .join('\n')
  const cost = () => {
    const began = process.threadCpuUsage()
    findQuotation(`Thanks!\n${answer}`, known)
    return process.threadCpuUsage(began).user / 1_000
  }
  expect(Math.min(cost(), cost(), cost())).toBeLessThan(150)
})
