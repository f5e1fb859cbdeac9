import { none, ownIdOf } from '../../../testing/matrix/sample.ts'
import type { Samples } from '../../../testing/matrix/sample.ts'

export const samples: Samples<'metric-alerts'> = {
  'metric-alerts.list': none,
  'metric-alerts.create': ({ word }) => ({ body: { name: word('Alert'), metric: 'agent_runs_failed', condition: 'above', threshold: 5 } }),
  'metric-alerts.update': ownIdOf('metric-alerts.create', 'metric_alerts', { threshold: 7, isEnabled: false }),
  'metric-alerts.remove': ownIdOf('metric-alerts.create', 'metric_alerts'),
}
