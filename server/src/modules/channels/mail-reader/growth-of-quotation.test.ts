import { expect, test } from 'vitest'
import { sample } from '../../../testing/deep.ts'
import { shapes, steadyGrowthOf } from '../../../testing/growth.ts'
import { findQuotation, stripQuotes } from './find-quotation.ts'

test.each(sample('quotations', Object.entries(shapes), 2))(
  'the search for quotations in twice the input of %s costs at most three times the work',
  async (_shape, make) => {
    expect(await steadyGrowthOf(stripQuotes, make)).toBeLessThanOrEqual(3)
    expect(await steadyGrowthOf((text) => findQuotation(text, [text]), make)).toBeLessThanOrEqual(3)
  },
)
