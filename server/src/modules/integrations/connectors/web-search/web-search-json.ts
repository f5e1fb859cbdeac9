import { action } from '../../kit/action.ts'
import { keyIn } from '../../kit/auth.ts'
import type { AuthField } from '../../kit/auth.ts'
import { defineConnector } from '../../kit/connector.ts'
import type { ConnectorContext } from '../../kit/connector.ts'
import { ServiceError } from '../../kit/service-error.ts'
import { readResults, searchAbout, searchSample } from './search-results.ts'

const field = (key: string, label: string, placeholder: string): AuthField => ({ key, label, placeholder, isOptional: true })
const fields: AuthField[] = [
  { key: 'address', label: 'Address of the search', kind: 'address', placeholder: 'https://search.acme.example/api?format=json' },
  field('parameter', 'Parameter of the question', 'q'),
  field('list', 'Field with the list of results', 'results'),
  field('title', 'Field with the title', 'title'),
  field('url', 'Field with the address', 'url'),
  field('snippet', 'Field with the text', 'content'),
]

async function search({ fields: given, send }: Pick<ConnectorContext, 'fields' | 'send'>, query: string, limit: number) {
  const nameOf = (key: string, usual: string): string => given[key]?.trim() || usual
  const { body } = await send({ path: '', query: { [nameOf('parameter', 'q')]: query } })
  if (typeof body !== 'object' || body === null) throw new ServiceError('The search did not answer with JSON')
  const names = {
    list: nameOf('list', 'results'),
    title: nameOf('title', 'title'),
    url: nameOf('url', 'url'),
    snippet: nameOf('snippet', 'content'),
  }
  return readResults(body, names, limit)
}

/** Any search with a JSON answer: one GET with the question, and a list of results. */
export const webSearchJson = defineConnector({
  id: 'web_search_json',
  name: 'Web search (JSON)',
  category: 'Automation',
  description: 'Searches the web by any service that answers a GET request with a list in JSON.',
  serves: 'web_search',
  baseUrl: '{address}',
  auth: [{ kind: 'key', label: 'Without a key', fields, place: {} }, keyIn({ headers: { authorization: 'Bearer {apiKey}' } }, { fields })],
  test: {
    run: async (context) => {
      await search(context, 'test', 1)
      return null
    },
  },
  actions: {
    search: action({
      ...searchAbout,
      isReadOnly: true,
      run: ({ query, limit }, context) => search(context, query, limit),
      sample: searchSample,
    }),
  },
})
