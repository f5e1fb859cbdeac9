import { z } from 'zod'
import { listAt, textAt } from '../../kit/read-value.ts'

export interface SearchResult {
  title: string
  url: string
  snippet: string
}

export const mostResults = 10

export const searchInput = z.object({
  query: z.string().trim().min(2).max(400).meta({ title: 'Search for' }),
  limit: z.int().min(1).max(mostResults).default(5).meta({ title: 'At most' }),
})

export const searchAbout = {
  title: 'Search the web',
  description: 'Answers titles, addresses and short texts of pages, best first.',
  input: searchInput,
}

export const searchSample = {
  results: [{ title: 'Spring news', url: 'https://acme.example/news', snippet: 'What is new at Acme in spring.' }],
}

/** Plain text of bounded length: services mark the words found with HTML. */
const plain = (text: string, most: number): string =>
  text
    .replaceAll(/<[^<>]{0,200}>|[\p{Cc}\s]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
    .slice(0, most)

const isWebAddress = (url: string): boolean => {
  const parsed = url.length <= 2_000 ? URL.parse(url) : null
  return parsed !== null && (parsed.protocol === 'http:' || parsed.protocol === 'https:') && parsed.username === ''
}

/** Results of an answer, from its list and the names of its fields; what has no web address is left out. */
export function readResults(body: unknown, fields: { list: string; title: string; url: string; snippet: string }, limit: number) {
  const results = listAt(body, fields.list)
    .map((item): SearchResult => ({
      title: plain(textAt(item, fields.title), 200),
      url: textAt(item, fields.url).trim(),
      snippet: plain(textAt(item, fields.snippet), 600),
    }))
    .filter(({ url }) => isWebAddress(url))
    .slice(0, limit)
  return { results }
}
