import { none } from '../../../testing/matrix/sample.ts'
import type { Samples } from '../../../testing/matrix/sample.ts'

export const samples: Samples<'analytics'> = {
  'analytics.metrics': none,
  'analytics.rows': () => ({ query: { metric: 'contacts_new', from: '2026-01-01', to: '2026-12-31', by: 'source', key: 'manual' } }),
  'analytics.query': () => ({ query: { metrics: 'agent_runs,contacts_new', period: '7d', by: 'time', compare: 'year' } }),
}
