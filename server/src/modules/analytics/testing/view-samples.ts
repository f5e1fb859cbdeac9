import { none, ownIdOf } from '../../../testing/matrix/sample.ts'
import type { Samples } from '../../../testing/matrix/sample.ts'

export const samples: Samples<'metric-views' | 'metric-goals'> = {
  'metric-views.list': none,
  'metric-views.create': ({ word }) => ({ body: { name: word('View'), metric: 'agent_runs', by: 'model' } }),
  'metric-views.remove': ownIdOf('metric-views.create', 'metric_views'),
  'metric-views.pin': async ({ create }) => ({ body: { ids: [String((await create('metric-views.create'))['id'])] } }),
  'metric-goals.list': none,
  // A metric has one goal a period: those of earlier samples give way.
  'metric-goals.create': async ({ t, org }) => {
    await t.owner.query('delete from app.metric_goals where org_id = $1', [org.id])
    return { body: { metric: 'agent_runs', every: 'month', target: 1_000 } }
  },
  'metric-goals.remove': ownIdOf('metric-goals.create', 'metric_goals'),
}
