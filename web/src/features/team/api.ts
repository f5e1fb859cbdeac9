import { roles } from '@imperium/contract/permissions.ts'
import { memberStatuses, team } from '@imperium/contract/team.ts'
import { mutation, pages, query } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { profileQuery } from '../../lib/session.ts'
import { t } from '../../lib/words.ts'
import type { TeamSearch } from './team-search.ts'

const pageRows = 100
const loadFailed = { failure: t('Failed to load the team') } as const

/** The filter in the URL, without unknown roles and statuses. */
export function filterOf({ q, role, status }: TeamSearch) {
  const knownRole = roles.find((each) => each === (role === 'USER' ? 'MEMBER' : role))
  const knownStatus = memberStatuses.find((each) => each === status)
  return { ...(q ? { q } : {}), ...(knownRole ? { role: knownRole } : {}), ...(knownStatus ? { status: knownStatus } : {}) }
}

export const membersQuery = (search: TeamSearch) => ({
  ...pages(team.members, { query: { ...filterOf(search), limit: pageRows } }),
  meta: loadFailed,
  staleTime: 30_000,
})
export const teamStatsQuery = (search: TeamSearch) => ({
  ...query(team.stats, { query: filterOf(search) }),
  meta: loadFailed,
  staleTime: 30_000,
})
/** Members that can become the owner. */
export const candidatesQuery = { ...query(team.members, { query: { status: 'ACTIVE', limit: 200 } }), staleTime: 30_000 }

const invalidates = [['team']] as const

export const inviteMutation = mutation(team.invite, { success: t('Invitation sent'), invalidates })
export const resendMutation = mutation(team.resend, { success: t('Invitation sent again'), invalidates })
export const revokeMutation = mutation(team.revoke, { success: t('Invitation revoked'), invalidates })
export const changeRoleMutation = mutation(team.changeMember, { success: t('Role changed'), invalidates })
export const changeStatusMutation = mutation(team.changeMember, { success: t('Member updated'), invalidates })
export const removeMutation = mutation(team.removeMember, { success: t('Team member removed'), invalidates })

/** The user's own role changes too, so the session's data is refetched. */
export const transferMutation = {
  ...mutation(team.transferOwnership, { success: t('Ownership transferred'), invalidates }),
  onSuccess: () => queryClient.invalidateQueries({ queryKey: profileQuery.queryKey }),
}

/** Prefetches the list before the page is rendered. */
export function prefetchTeamPage(search: TeamSearch): void {
  void queryClient.prefetchInfiniteQuery(membersQuery(search))
  void queryClient.prefetchQuery(teamStatsQuery(search))
}
