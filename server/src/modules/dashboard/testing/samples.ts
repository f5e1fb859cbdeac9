import { none } from '../../../testing/matrix/sample.ts'
import type { Samples } from '../../../testing/matrix/sample.ts'

export const samples: Samples<'dashboard'> = {
  'dashboard.stats': () => ({ query: { days: '30' } }),
  'dashboard.charts': none,
  'dashboard.analytics': () => ({ query: { days: '30', limit: '5', offset: '0' } }),
  'dashboard.work': () => ({ query: { days: '90' } }),
  'dashboard.heldWork': none,
  'dashboard.activity': none,
  'dashboard.usage': none,
}
