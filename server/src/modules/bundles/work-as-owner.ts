import { sql } from 'kysely'
import type { OrgContext } from '../../platform/operations/context.ts'
import { contextOf } from '../../platform/operations/work-as.ts'
import type { Platform } from '../../platform/platform.ts'
import { findPerson } from '../auth/index.ts'
import { findOwnerId, idOfSlug, listMemberships } from '../organizations/index.ts'

/** The context of an organization's owner, for the operator's command line; null where there is no such organization. */
export async function ownerContext(platform: Platform, slug: string): Promise<Omit<OrgContext, 'tx'> | null> {
  const { db } = platform
  const orgId = await db.withSystem(async (tx) => {
    const { rows } = await sql<{ id: string | null }>`select ${idOfSlug(slug)} as id`.execute(tx)
    return rows[0]?.id ?? null
  })
  if (orgId === null) return null
  const userId = await db.withOrg(orgId, findOwnerId)
  const found = await db.withAuth(async (tx) => ({ person: await findPerson(tx, userId), memberships: await listMemberships(tx, userId) }))
  const org = found.memberships.find(({ id }) => id === orgId)
  if (!found.person || !org) return null
  const { email, firstName, lastName, createdAt, preferences } = found.person
  const caller = {
    sessionId: userId,
    familyId: userId,
    transport: 'bearer',
    userId,
    email,
    firstName,
    lastName,
    createdAt: createdAt.toISOString(),
    currentOrgId: orgId,
    memberships: found.memberships,
    emailVerified: true,
    hasSecondFactor: true,
    method: 'password',
    ssoOrgId: null,
    preferences,
    deletesAt: null,
  } as const
  const principal = { caller, org, actorName: `${firstName} ${lastName}`.trim(), ipAddress: '', userAgent: 'admin' }
  return contextOf(platform, principal, new AbortController().signal)
}
