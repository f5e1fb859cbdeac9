import { textsOf, withoutBlanks } from '../../lib/search-params.ts'

/** The page's state in the URL. */
export interface ReferenceSearch {
  q?: string
  /** The open part. */
  tag?: string
  /** The open operation. */
  operation?: string
}

/** Parses the page's URL and drops invalid values. */
export const parseReferenceSearch = (search: Record<string, unknown>): ReferenceSearch =>
  withoutBlanks<ReferenceSearch>(textsOf(search, ['q', 'tag', 'operation']))
