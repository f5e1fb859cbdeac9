import type { Samples } from '../../../testing/matrix/sample.ts'
import { none } from '../../../testing/matrix/sample.ts'

export const samples: Samples<'credits'> = {
  'credits.read': none,
  'credits.settings': () => ({ body: { lowAt: 50_000, automatic: { amount: 100_000, monthlyCap: 300_000 } } }),
}
