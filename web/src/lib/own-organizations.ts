import { organizations } from '@imperium/contract/organizations.ts'
import { query } from './api.ts'
import { queryClient } from './query-client.ts'
import { tenantHint } from './tenant-hint.ts'

/** The organizations of the signed-in user; a failure shows where they are chosen. */
export const organizationsQuery = { ...query(organizations.list), meta: { silent: true } }

/** The organization that the address bar asks for, if the user belongs to it: on a domain of one's own, its first label is any word. */
export async function hintedOrganization(current?: string): Promise<string | null> {
  const slug = tenantHint(window.location)
  if (slug === null || slug === current) return slug
  const mine = await queryClient.fetchQuery(organizationsQuery)
  return mine.some((organization) => organization.slug === slug) ? slug : null
}
