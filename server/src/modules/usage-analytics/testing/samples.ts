import { none } from '../../../testing/matrix/sample.ts'
import type { Samples } from '../../../testing/matrix/sample.ts'

export const samples: Samples<'usage-analytics'> = {
  'usage-analytics.dashboard': () => ({ query: { period: '30d' } }),
  'usage-analytics.dashboardAlias': none,
  'usage-analytics.breakdown': () => ({ query: { period: '90d', by: 'agent' } }),
  'usage-analytics.alert': none,
  'usage-analytics.setAlert': () => ({ body: { amountMicros: 50_000_000 } }),
  'usage-analytics.export': () => ({ query: { period: '7d', by: 'model' } }),
}
