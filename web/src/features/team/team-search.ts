import { flagOf, textOf, withoutBlanks } from '../../lib/search-params.ts'

/** The team page's state in the URL. */
export interface TeamSearch {
  q?: string
  role?: string
  status?: string
  /** The invitation form is open. */
  invite?: true
}

/** Parses the page's URL and drops invalid values. */
export const parseTeamSearch = (search: Record<string, unknown>): TeamSearch =>
  withoutBlanks<TeamSearch>({
    q: textOf(search['q']),
    role: textOf(search['role'])?.toUpperCase(),
    status: textOf(search['status'])?.toUpperCase(),
    invite: flagOf(search['invite']),
  })
