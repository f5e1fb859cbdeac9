import { z } from 'zod'
import { get, operations } from './kit/operations.ts'
import { Timestamp, text } from './kit/fields.ts'

export const SearchHit = z
  .object({
    /** The noun of the module that found it: `agent`, `campaign`. Another module brings another. */
    kind: z.string(),
    id: z.string(),
    title: z.string(),
    detail: z.string(),
    /** A moment that belongs to the detail; the reader's language and time zone word it. */
    at: z.exactOptional(Timestamp),
    /** Path inside the organization. */
    link: z.string(),
  })
  .meta({ id: 'SearchHit' })
export type SearchHit = z.infer<typeof SearchHit>

export const search = operations('search', 'search:read', {
  find: get('/search', 'Search everything the caller may read in the organization', {
    query: z.strictObject({ q: text(200).min(1), limit: z.coerce.number().int().min(1).max(50).default(12) }),
    reply: z.array(SearchHit).max(50),
    v1: true,
  }),
})
