import { action } from '../../kit/action.ts'
import { bearer } from '../../kit/auth.ts'
import { defineConnector } from '../../kit/connector.ts'
import { at } from '../../kit/read-value.ts'
import { readResults, searchAbout, searchSample } from './search-results.ts'

const fields = { list: 'results', title: 'title', url: 'url', snippet: 'content' }

/** https://docs.tavily.com/documentation/api-reference */
export const tavily = defineConnector({
  id: 'tavily',
  name: 'Tavily',
  category: 'Automation',
  description: 'Searches the web for agents and workflows.',
  serves: 'web_search',
  baseUrl: 'https://api.tavily.com',
  auth: [bearer({ placeholder: 'tvly-...' })],
  errors: { message: (body) => at(body, 'detail.error') },
  test: { request: { path: '/usage' } },
  actions: {
    search: action({
      ...searchAbout,
      isReadOnly: true,
      method: 'POST',
      request: ({ query, limit }) => ({ path: '/search', json: { query, max_results: limit } }),
      read: (body, _response, { limit }) => readResults(body, fields, limit),
      sample: searchSample,
    }),
  },
})
