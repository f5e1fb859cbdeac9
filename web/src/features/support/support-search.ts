import { flagOf, oneOf, textOf, withoutBlanks } from '../../lib/search-params.ts'

const statuses = ['open', 'answered', 'closed'] as const

/** The state of the support page in the URL. */
export interface SupportSearch {
  /** Searched in the help. */
  q?: string
  status?: (typeof statuses)[number]
  /** The open ticket. */
  ticket?: string
  /** The form of a new ticket is open. */
  create?: true
}

export const parseSupportSearch = (search: Record<string, unknown>): SupportSearch =>
  withoutBlanks<SupportSearch>({
    q: textOf(search['q']),
    status: oneOf(statuses, search['status']),
    ticket: textOf(search['ticket'], 80),
    create: flagOf(search['create']),
  })
