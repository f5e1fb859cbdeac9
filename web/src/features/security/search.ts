import { parseAuditSearch } from '../activity/index.ts'
import type { AuditSearch } from '../activity/index.ts'
import { oneOf } from '../../lib/search-params.ts'

/** Parts of settings/security, in the order of their tabs. */
export const securityTabs = ['two-factor', 'sessions', 'history', 'audit', 'policy', 'single-sign-on'] as const
export type SecurityTab = (typeof securityTabs)[number]

/** The URL state of settings/security, with the filters of its audit log. */
export interface SecuritySearch extends AuditSearch {
  /** The first one that there is, unless given. */
  tab?: SecurityTab
}

export function validateSecuritySearch(search: Record<string, unknown>): SecuritySearch {
  const tab = oneOf(securityTabs, search['tab'])
  return { ...(tab ? { tab } : {}), ...(tab === 'audit' ? parseAuditSearch(search) : {}) }
}
