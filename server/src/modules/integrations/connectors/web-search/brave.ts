import { action } from '../../kit/action.ts'
import { keyIn } from '../../kit/auth.ts'
import { defineConnector } from '../../kit/connector.ts'
import { at } from '../../kit/read-value.ts'
import { readResults, searchAbout, searchSample } from './search-results.ts'

const fields = { list: 'web.results', title: 'title', url: 'url', snippet: 'description' }

/** https://api-dashboard.search.brave.com/app/documentation/web-search */
export const brave = defineConnector({
  id: 'brave_search',
  name: 'Brave Search',
  category: 'Automation',
  description: 'Searches the web for agents and workflows.',
  serves: 'web_search',
  baseUrl: 'https://api.search.brave.com/res/v1',
  errors: { message: (body) => at(body, 'error.detail') },
  auth: [keyIn({ headers: { 'x-subscription-token': '{apiKey}' } })],
  test: { request: { path: '/web/search', query: { q: 'brave', count: 1 } } },
  actions: {
    search: action({
      ...searchAbout,
      method: 'GET',
      request: ({ query, limit }) => ({ path: '/web/search', query: { q: query, count: limit } }),
      read: (body, _response, { limit }) => readResults(body, fields, limit),
      sample: searchSample,
    }),
  },
})
