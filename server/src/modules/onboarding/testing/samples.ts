import { none } from '../../../testing/matrix/sample.ts'
import type { Samples } from '../../../testing/matrix/sample.ts'

export const samples: Samples<'onboarding'> = {
  'onboarding.read': none,
  'onboarding.update': () => ({ body: { goal: 'agent', dismissed: false } }),
}
