import { flagOf, oneOf, textOf, withoutBlanks } from '../../lib/search-params.ts'

/** What a page of keys shows, as it stands in the address. */
export interface KeysSearch {
  q?: string
  status?: 'active' | 'inactive'
  /** The form of a new key is open. */
  create?: true
}

/** Reads the address of the page; what makes no sense is left out. */
export const parseKeysSearch = (search: Record<string, unknown>): KeysSearch =>
  withoutBlanks<KeysSearch>({
    q: textOf(search['q']),
    status: oneOf(['active', 'inactive'], search['status']),
    create: flagOf(search['create']),
  })
