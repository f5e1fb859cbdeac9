import { aiModels } from '@imperium/contract/ai-models.ts'
import { testStates } from '../../testing/screen-states.ts'

testStates('AI providers', {
  place: 'settings/providers',
  heading: 'AI Providers',
  list: aiModels.listProviders,
  loadFailed: 'Failed to fetch providers',
  empty: { data: [], texts: 'No providers configured yet' },
  forbidden: { role: 'VIEWER', texts: 'Only owners and administrators can change AI providers. Your role is Viewer.' },
})
