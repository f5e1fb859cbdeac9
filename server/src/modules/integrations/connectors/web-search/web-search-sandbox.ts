import { createHash } from 'node:crypto'
import { action } from '../../kit/action.ts'
import { defineConnector } from '../../kit/connector.ts'
import { searchAbout, searchSample } from './search-results.ts'
import type { SearchResult } from './search-results.ts'

/** Invented results: the same question always gives the same ones. */
function inventResults(query: string, limit: number): { results: SearchResult[]; isSandbox: true } {
  const topic = query.replaceAll(/\s+/g, ' ').slice(0, 80)
  const slug = createHash('sha256').update(topic.toLowerCase()).digest('hex').slice(0, 8)
  const kinds = [
    'Overview',
    'Guide',
    'News',
    'Comparison',
    'Questions and answers',
    'Prices',
    'Reviews',
    'Background',
    'Examples',
    'Sources',
  ]
  const results = kinds.slice(0, limit).map((kind, index) => ({
    title: `[Sandbox] ${kind}: ${topic}`,
    url: `https://example.com/sandbox/${slug}/${index + 1}`,
    snippet: `Invented result ${index + 1} for "${topic}". The sandbox search did not search the web.`,
  }))
  return { results, isSandbox: true }
}

/** For trying agents without a search service; its results say that they are invented. */
export const webSearchSandbox = defineConnector({
  id: 'web_search_sandbox',
  name: 'Web search (sandbox)',
  category: 'Automation',
  description: 'Answers invented results without the internet, to try agents and workflows.',
  serves: 'web_search',
  isSandbox: true,
  baseUrl: 'https://example.com',
  auth: [{ kind: 'key', label: 'Nothing to enter', fields: [], place: {} }],
  test: { run: async () => 'Invented results' },
  actions: {
    search: action({
      ...searchAbout,
      isReadOnly: true,
      run: async ({ query, limit }) => inventResults(query, limit),
      sample: searchSample,
    }),
  },
})
