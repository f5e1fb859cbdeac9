import { action } from '../../kit/action.ts'
import { basic } from '../../kit/auth.ts'
import { defineConnector } from '../../kit/connector.ts'
import type { AuthField } from '../../kit/auth.ts'
import { readResults, searchAbout, searchSample } from './search-results.ts'

const fields = { list: 'results', title: 'title', url: 'url', snippet: 'content' }
const address: AuthField = {
  key: 'baseUrl',
  label: 'Address',
  kind: 'address',
  placeholder: 'https://search.acme.example',
  hint: 'Its settings must allow the format json.',
}

/** https://docs.searxng.org/dev/search_api.html */
export const searxng = defineConnector({
  id: 'searxng',
  name: 'SearXNG',
  category: 'Automation',
  description: 'Searches the web by a server of your own, for agents and workflows.',
  serves: 'web_search',
  baseUrl: '{baseUrl}',
  auth: [
    { kind: 'key', label: 'Without a password', fields: [address], place: {} },
    basic({ user: { key: 'user', label: 'User name' }, label: 'Password', fields: [address] }),
  ],
  test: { request: { path: '/search', query: { q: 'searxng', format: 'json' } } },
  actions: {
    search: action({
      ...searchAbout,
      method: 'GET',
      request: ({ query }) => ({ path: '/search', query: { q: query, format: 'json' } }),
      read: (body, _response, { limit }) => readResults(body, fields, limit),
      sample: searchSample,
    }),
  },
})
