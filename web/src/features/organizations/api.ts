import { organizations } from '@imperium/contract/organizations.ts'
import type { Organization } from '@imperium/contract/organizations.ts'
import { call, mutation, query } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { profileQuery, rememberUser } from '../../lib/session.ts'
import { t } from '../../lib/words.ts'

export const organizationsQuery = { ...query(organizations.list), meta: { silent: true } }

/** Makes an organization the current one: on the server, in memory, and for the next visit. Throws ApiError (404 for others'). */
export async function switchOrganization(slug: string): Promise<Organization> {
  const organization = await call(organizations.switch, { params: { slug } })
  adoptOrganization(organization)
  return organization
}

/** Forgets every reading of the organization before; who is signed in and where stays known. */
function adoptOrganization(organization: Organization): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'auth' && queryKey[0] !== 'organizations' })
  const user = queryClient.getQueryData(profileQuery.queryKey)
  if (!user) return
  const updated = { ...user, organization, role: organization.role }
  queryClient.setQueryData(profileQuery.queryKey, updated)
  rememberUser(updated)
}

export const createOrganizationMutation = mutation(organizations.create, {
  success: t('Organization created'),
  failure: t('Failed to create organization'),
  invalidates: [organizationsQuery.queryKey],
})

/** The dashboard counts by the organization's days, so it is read anew. */
export const updateOrganizationMutation = mutation(organizations.update, {
  success: t('Organization updated'),
  failure: t('Failed to update organization'),
  invalidates: [organizationsQuery.queryKey, ['dashboard']],
})
