import type { Samples } from '../../../testing/matrix/sample.ts'

export const samples: Samples<'search'> = {
  'search.find': () => ({ query: { q: 'sample' } }),
}
