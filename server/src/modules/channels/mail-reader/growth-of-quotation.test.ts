import { expect, test } from 'vitest'
import { shapes, steadyGrowthOf } from '../../../testing/growth.ts'
import { findQuotation, stripQuotes } from './find-quotation.ts'

test.each(Object.entries(shapes))(
  'the search for quotations in twice the input of %s costs at most three times the work',
  (_shape, make) => {
    expect(steadyGrowthOf(stripQuotes, make)).toBeLessThanOrEqual(3)
    expect(steadyGrowthOf((text) => findQuotation(text, [text]), make)).toBeLessThanOrEqual(3)
  },
)
