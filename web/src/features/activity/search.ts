import { oneOf, textsOf, withoutBlanks } from '../../lib/search-params.ts'

const kinds = ['login', 'change', 'api', 'security', 'team', 'settings'] as const
type Kind = (typeof kinds)[number]
const ranges = ['1', '7', '30', '90'] as const
const auditRanges = ['1', '7', '30', '90', '365'] as const
const statuses = ['success', 'warning', 'error'] as const

/** The activity log's filters in the URL. */
export interface ActivitySearch {
  q?: string
  type?: Kind
  /** Days back; 7 unless given. */
  days?: (typeof ranges)[number]
}

/** The audit log's filters in the URL. */
export interface AuditSearch {
  q?: string
  type?: Kind
  status?: (typeof statuses)[number]
  /** Id of a user or an API key. */
  actor?: string
  /** Days back; 30 unless given. */
  days?: (typeof auditRanges)[number]
  /** The entry that is open. */
  entry?: string
}

export const parseActivitySearch = (search: Record<string, unknown>): ActivitySearch =>
  withoutBlanks<ActivitySearch>({ ...textsOf(search, ['q']), type: oneOf(kinds, search['type']), days: oneOf(ranges, search['days']) })

export const parseAuditSearch = (search: Record<string, unknown>): AuditSearch =>
  withoutBlanks<AuditSearch>({
    ...textsOf(search, ['q', 'actor', 'entry']),
    type: oneOf(kinds, search['type']),
    status: oneOf(statuses, search['status']),
    days: oneOf(auditRanges, search['days']),
  })
