import { none } from '../../../testing/matrix/sample.ts'
import type { Samples } from '../../../testing/matrix/sample.ts'

export const samples: Samples<'settings'> = {
  'settings.visits': none,
  'settings.visit': () => ({ body: { page: 'security' } }),
}
