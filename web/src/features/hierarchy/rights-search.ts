import { flagOf, textOf, withoutBlanks } from '../../lib/search-params.ts'

/** The page's state in the URL. */
export interface RightsSearch {
  /** The form of a new permission set is open. */
  create?: true
  /** The form of the set with this id is open. */
  edit?: string
  /** The form that gives a right is open. */
  assign?: true
}

/** Parses the page's URL and drops invalid values. */
export const parseRightsSearch = (search: Record<string, unknown>): RightsSearch =>
  withoutBlanks<RightsSearch>({ create: flagOf(search['create']), edit: textOf(search['edit'], 40), assign: flagOf(search['assign']) })
