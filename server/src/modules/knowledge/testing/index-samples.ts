import type { Samples } from '../../../testing/matrix/sample.ts'

export const samples: Samples<'knowledge-index'> = {
  'knowledge-index.read': () => ({}),
  'knowledge-index.update': () => ({ body: { embedding: 'offline', configId: null, isReranked: false } }),
  'knowledge-index.rebuild': () => ({}),
  'knowledge-index.trySearch': () => ({ query: { q: 'sample' } }),
}
