import { none } from '../../../testing/matrix/sample.ts'
import type { Samples } from '../../../testing/matrix/sample.ts'

export const samples: Samples<'analytics'> = {
  'analytics.metrics': none,
  'analytics.query': () => ({ query: { metrics: 'agent_runs,contacts_new', period: '7d', by: 'time', compare: 'year' } }),
}
