import { idOf, none } from '../../../testing/matrix/sample.ts'
import type { PagedSamples, Samples, Setting } from '../../../testing/matrix/sample.ts'

const agent = ({ word }: Setting) => ({
  name: word('Agent'),
  type: 'SALES',
  description: 'Made by a sample',
  config: { systemPrompt: 'Answer in one sentence.', temperature: 0.2, maxTokens: 200 },
  capabilities: ['sentiment_analysis'],
})

export const samples: Samples<'agents'> = {
  'agents.list': () => ({ query: { limit: '2' } }),
  'agents.stats': none,
  'agents.capabilities': none,
  'agents.create': (setting) => ({ body: agent(setting) }),
  'agents.propose': () => ({ body: { text: 'answers customers about delivery times' } }),
  'agents.read': idOf('agents.create'),
  'agents.versions': idOf('agents.create'),
  'agents.update': idOf('agents.create', { description: 'Changed by a sample' }),
  'agents.setStatus': idOf('agents.create', { status: 'PAUSED' }),
  'agents.bulk': async ({ create }) => ({ body: { ids: [(await create('agents.create')).id], action: 'deactivate' } }),
  'agents.clone': idOf('agents.create'),
  'agents.remove': idOf('agents.create'),
}

export const pagedSamples: PagedSamples = {
  'agents.list': async ({ create }) => {
    await create('agents.create')
    await create('agents.create')
    return {}
  },
}
