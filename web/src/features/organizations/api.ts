import { organizations } from '@imperium/contract/organizations.ts'
import type { Organization } from '@imperium/contract/organizations.ts'
import { team } from '@imperium/contract/team.ts'
import { call, mutation, query } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { organizationsQuery } from '../../lib/own-organizations.ts'
import { profileQuery, rememberUser } from '../../lib/session.ts'
import { t } from '../../lib/words.ts'

/** Makes an organization the current one: on the server, in memory and for the next visit. Throws ApiError (404 for a foreign one). */
export async function switchOrganization(slug: string): Promise<Organization> {
  const organization = await call(organizations.switch, { params: { slug } })
  adoptOrganization(organization)
  return organization
}

/** Clears all cached data of the previous organization; the user and the new organization stay cached. */
function adoptOrganization(organization: Organization): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'auth' && queryKey[0] !== 'organizations' })
  const user = queryClient.getQueryData(profileQuery.queryKey)
  if (!user) return
  // Reset: the first response refused for a missing second factor shows whether the organization requires one.
  const updated = { ...user, organization, role: organization.role, mustSetUpTwoFactor: false }
  queryClient.setQueryData(profileQuery.queryKey, updated)
  rememberUser(updated)
}

export const createOrganizationMutation = mutation(organizations.create, {
  success: t('Organization created'),
  failure: t('Failed to create organization'),
  invalidates: [organizationsQuery.queryKey],
})

export const organizationProfileQuery = (id: string) => ({
  ...query(organizations.profile, { params: { id } }),
  meta: { silent: true },
  staleTime: 30_000,
})

/** Every page shows the organization's name and counts by its days. */
const readAnew = [organizationsQuery.queryKey, ['organizations', 'profile'], ['dashboard']] as const

export const updateProfileMutation = mutation(organizations.updateProfile, {
  success: t('Organization updated'),
  failure: t('Failed to update organization'),
  invalidates: readAnew,
})

export const leaveMutation = mutation(team.leave, { success: t('You have left the organization') })

/** The organization is read-only now or active again: refetch the session's data about it. */
const afterDeletion = async () => {
  await queryClient.invalidateQueries({ queryKey: profileQuery.queryKey })
}
export const deleteOrganizationMutation = {
  ...mutation(organizations.requestDeletion, { success: t('The organization will be deleted'), invalidates: readAnew }),
  onSuccess: afterDeletion,
}
export const restoreMutation = {
  ...mutation(organizations.restore, { success: t('Organization restored'), invalidates: readAnew }),
  onSuccess: afterDeletion,
}
