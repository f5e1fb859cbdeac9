import { idOf } from '../../../testing/matrix/sample.ts'
import type { Samples } from '../../../testing/matrix/sample.ts'

export const samples: Samples<'knowledge-index' | 'knowledge-tests'> = {
  'knowledge-index.read': () => ({}),
  'knowledge-index.update': () => ({ body: { embedding: 'offline', configId: null, isReranked: false } }),
  'knowledge-index.rebuild': () => ({}),
  'knowledge-index.trySearch': () => ({ query: { q: 'sample' } }),
  'knowledge-tests.list': () => ({}),
  'knowledge-tests.create': ({ word }) => ({ body: { question: word('Question'), passages: [] } }),
  'knowledge-tests.remove': idOf('knowledge-tests.create'),
  'knowledge-tests.run': () => ({ body: {} }),
}
