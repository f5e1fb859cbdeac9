import { flagOf, oneOf, textOf, withoutBlanks } from '../../lib/search-params.ts'

/** The state of an API key page in the URL. */
export interface KeysSearch {
  q?: string
  status?: 'active' | 'inactive'
  /** The form of a new key is open. */
  create?: true
}

/** Parses the page's URL and drops invalid values. */
export const parseKeysSearch = (search: Record<string, unknown>): KeysSearch =>
  withoutBlanks<KeysSearch>({
    q: textOf(search['q']),
    status: oneOf(['active', 'inactive'], search['status']),
    create: flagOf(search['create']),
  })
