import { flagOf, textOf, withoutBlanks } from '../../lib/search-params.ts'

/** What the team page shows, as it stands in the address. */
export interface TeamSearch {
  q?: string
  role?: string
  status?: string
  /** The invitation form is open. */
  invite?: true
}

/** Reads the address of the page; what makes no sense is left out. */
export const parseTeamSearch = (search: Record<string, unknown>): TeamSearch =>
  withoutBlanks<TeamSearch>({
    q: textOf(search['q']),
    role: textOf(search['role'])?.toUpperCase(),
    status: textOf(search['status'])?.toUpperCase(),
    invite: flagOf(search['invite']),
  })
