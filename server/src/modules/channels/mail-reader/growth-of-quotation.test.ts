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
