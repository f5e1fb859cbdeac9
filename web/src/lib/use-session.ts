import { useQuery } from '@tanstack/react-query'
import { can } from '@imperium/contract/permissions.ts'
import type { Permission } from '@imperium/contract/permissions.ts'
import type { Organization } from '@imperium/contract/organizations.ts'
import type { User } from '@imperium/contract/auth/auth.ts'
import { profileQuery } from './session.ts'

/** The signed-in user. Only below a guarded route, which has loaded it; throws elsewhere. */
export function useUser(): User {
  const { data } = useQuery(profileQuery)
  if (!data) throw new Error('useUser needs a guarded route: no profile is loaded.')
  return data
}

/** The organization on screen, with the caller's role in it. Only below `/org/$orgSlug`. */
export function useOrganization(): Organization {
  const { organization } = useUser()
  if (!organization) throw new Error('useOrganization needs a route below /org: no organization is current.')
  return organization
}

/** True if the user's role, or an assignment, allows an action. The server checks again; this only hides or explains what it would refuse. */
export function useCan(permission: Permission): boolean {
  const { data } = useQuery(profileQuery)
  const organization = data?.organization
  return organization != null && (can(organization.role, permission) || organization.grantedPermissions.includes(permission))
}
