import { textsOf, withoutBlanks } from '../../lib/search-params.ts'

/** The page's state in the URL. */
export interface PlaygroundSearch {
  /** Method and path: `GET /api/v1/agents`. */
  endpoint?: string
  /** The open saved request. */
  saved?: string
}

/** Parses the page's URL and drops invalid values. */
export const parsePlaygroundSearch = (search: Record<string, unknown>): PlaygroundSearch =>
  withoutBlanks<PlaygroundSearch>(textsOf(search, ['endpoint', 'saved']))
