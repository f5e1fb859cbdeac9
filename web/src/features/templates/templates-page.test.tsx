import { templates } from '@imperium/contract/templates.ts'
import { testStates } from '../../testing/screen-states.ts'

const none = 'No templates found matching your criteria'

testStates('templates of agents', {
  place: 'templates',
  heading: /Templates/,
  list: templates.list,
  others: (api) =>
    api.give(templates.overview, { stats: { total: 0, official: 0, community: 0, uses: 0 }, tags: [], popular: [], trending: [] }),
  loadFailed: 'Failed to load templates',
  empty: { data: [], texts: none },
  noMatch: { place: 'templates?q=zzz', texts: none },
})
