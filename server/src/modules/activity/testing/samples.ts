import { none } from '../../../testing/matrix/sample.ts'
import type { PagedSamples, Samples } from '../../../testing/matrix/sample.ts'

export const samples: Samples<'activity'> = {
  'activity.list': () => ({ query: { days: '30', type: 'change' } }),
  'activity.export': none,
  'activity.audit': () => ({ query: { q: 'sample', status: 'success' } }),
  'activity.exportAudit': none,
  'activity.retention': none,
  'activity.setRetention': () => ({ body: { retentionDays: 60 } }),
}

export const pagedSamples: PagedSamples = {
  'activity.list': async ({ create }) => {
    await create('agents.create')
    await create('agents.create')
    return {}
  },
  'activity.audit': async ({ create }) => {
    await create('agents.create')
    await create('agents.create')
    return {}
  },
}
