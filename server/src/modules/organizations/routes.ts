import { organizations } from '@imperium/contract/organizations.ts'
import type { Organization } from '@imperium/contract/organizations.ts'
import { allPermissions } from '@imperium/contract/permissions.ts'
import { setCurrentOrganization } from '../../platform/auth/auth-context.ts'
import type { Membership } from '../../platform/auth/auth-context.ts'
import { grantedPermissions } from '../../platform/auth/rights.ts'
import { forbidden, notFound, stale } from '../../platform/errors.ts'
import { signal } from '../../platform/events/live.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { createOrganization } from './create-organization.ts'
import { requestDeletion, restoreOrganization } from './delete-organization.ts'
import { readProfile, updateProfile } from './update-profile.ts'
import { listMemberships, updateOrganization } from './store.ts'
import { accessChanged } from '../../platform/auth/access-signals.ts'

/** The contract's shape: fields that only the server needs are left out. */
export function toOrganization({
  storageLimitBytes: _bytes,
  apiCallsLimit: _calls,
  requiresTwoFactor: _factor,
  passwordMaxAgeDays: _age,
  grants,
  ...organization
}: Membership): Organization {
  return { ...organization, grantedPermissions: grantedPermissions({ role: organization.role, grants: grants ?? [] }, allPermissions) }
}

export const organizationOperations = (platform: Platform) =>
  bindOperations(organizations, {
    list: async (_input, { tx, caller }) => (await listMemberships(tx, caller.userId, caller.ssoOrgId)).map(toOrganization),
    create: async ({ body }, { tx, caller, audit }) => {
      // This session could not access the new organization (ADR 13).
      if (caller.ssoOrgId) throw forbidden('Sign in with your own password to create an organization.')
      const { id } = await createOrganization(platform, tx, { ...body, owner: caller })
      await setCurrentOrganization(tx, caller.sessionId, caller.userId, id)
      await signal(tx, accessChanged({ userId: caller.userId }))
      audit({ targetId: id, targetName: body.name, after: body })
      return toOrganization(ownOrThrow(await listMemberships(tx, caller.userId), (each) => each.id === id))
    },
    switch: async ({ params }, { tx, caller }) => {
      const chosen = ownOrThrow(await listMemberships(tx, caller.userId, caller.ssoOrgId), (each) => each.slug === params.slug)
      await setCurrentOrganization(tx, caller.sessionId, caller.userId, chosen.id)
      await signal(tx, accessChanged({ userId: caller.userId }))
      return toOrganization(chosen)
    },
    read: async ({ params }, { org }) => toOrganization(ownOrThrow([org], (each) => each.id === params.id)),
    update: async ({ params, body }, { org, caller, audit }) => {
      ownOrThrow([org], (each) => each.id === params.id)
      const { updatedAt, ...change } = body
      const after = await platform.db.withAuth(async (tx) => {
        if (!(await updateOrganization(tx, org.id, change, updatedAt))) throw stale()
        await signal(tx, accessChanged({ userId: caller.userId }))
        return ownOrThrow(await listMemberships(tx, caller.userId), (each) => each.id === org.id)
      })
      platform.auth.invalidate(caller.userId)
      audit({ targetName: org.name, before: toOrganization(org), after: toOrganization(after) })
      return toOrganization(after)
    },
    profile: ({ params }, context) => readProfile(context, params.id),
    updateProfile: ({ params, body }, context) => updateProfile(platform, context, params.id, body),
    requestDeletion: async ({ params, body }, context) => toOrganization(await requestDeletion(platform, context, params.id, body.slug)),
    restore: async ({ params }, context) => toOrganization(await restoreOrganization(platform, context, params.id)),
  })

function ownOrThrow(memberships: Membership[], matches: (each: Membership) => boolean): Membership {
  const found = memberships.find(matches)
  if (!found) throw notFound('Organization not found.')
  return found
}
