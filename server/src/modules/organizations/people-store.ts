import { sql } from 'kysely'
import { grantsOf } from '../../platform/auth/grants.ts'
import type { Rights } from '../../platform/auth/rights.ts'
import type { AuthTx, OrgTx, SystemTx } from '../../platform/db/database.ts'

/** The given users who are active in one of the organizations. */
export async function listPeopleOf(tx: AuthTx, orgIds: readonly string[], userIds: readonly string[]): Promise<string[]> {
  if (orgIds.length === 0 || userIds.length === 0) return []
  const rows = await tx
    .selectFrom('auth.memberships')
    .select('user_id')
    .distinct()
    .where('org_id', 'in', orgIds)
    .where('user_id', 'in', userIds)
    .where('status', '=', 'ACTIVE')
    .execute()
  return rows.map((row) => row.user_id)
}

export async function isActiveMember(tx: OrgTx, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('auth.memberships')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst()
  return row !== undefined
}

/** What those may do who are active members of the tenant: their role, and what assignments add to it now. */
export async function memberRights(tx: OrgTx, userIds: readonly string[]): Promise<Map<string, Rights>> {
  if (userIds.length === 0) return new Map()
  const { rows } = await sql<Rights & { userId: string }>`
    select m.user_id as "userId", m.role, ${grantsOf(sql`m.org_id`, sql`m.user_id`)} as grants
    from auth.memberships m where m.user_id = any(${[...userIds]}::uuid[]) and m.status = 'ACTIVE' order by m.user_id`.execute(tx)
  return new Map(rows.map(({ userId, ...rights }) => [userId, rights]))
}

/** Active members of the tenant with one of the roles. */
export async function listMembersWithRole(tx: OrgTx, roles: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('auth.memberships')
    .select('user_id')
    .where('role', 'in', roles)
    .where('status', '=', 'ACTIVE')
    .orderBy('user_id')
    .execute()
  return rows.map((row) => row.user_id)
}

/** Names of the organizations that a user owns, without those being deleted. */
export async function listOwned(tx: AuthTx, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('auth.memberships as m')
    .innerJoin('auth.organizations as o', 'o.id', 'm.org_id')
    .select('o.name')
    .where('m.user_id', '=', userId)
    .where('m.role', '=', 'OWNER')
    .where('m.status', '=', 'ACTIVE')
    .where('o.deletes_at', 'is', null)
    .orderBy('o.name')
    .execute()
  return rows.map((row) => row.name)
}

/** True if the user still owns any organization, including one being deleted. */
export async function ownsOrganization(tx: SystemTx, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('auth.memberships')
    .select('org_id')
    .where('user_id', '=', userId)
    .where('role', '=', 'OWNER')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Organizations in use, by id from `after` on. */
export async function listInUse(tx: SystemTx, after: string | null, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('auth.organizations')
    .select('id')
    .where('status', '<>', 'SUSPENDED')
    .where('deletes_at', 'is', null)
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export interface MemberOfOrganization {
  orgId: string
  orgName: string
  slug: string
  timeZone: string
  userId: string
}

/** Active members of all organizations in use, in pages: those after the given one. */
export async function listMemberPage(
  tx: SystemTx,
  after: { orgId: string; userId: string } | null,
  limit: number,
): Promise<MemberOfOrganization[]> {
  const rows = await tx
    .selectFrom('auth.memberships as m')
    .innerJoin('auth.organizations as o', 'o.id', 'm.org_id')
    .select(['o.id', 'o.name', 'o.slug', 'o.time_zone', 'm.user_id'])
    .where('m.status', '=', 'ACTIVE')
    .where('o.status', '<>', 'SUSPENDED')
    .where('o.deletes_at', 'is', null)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(m.org_id, m.user_id) > (${after?.orgId ?? ''}::uuid, ${after?.userId ?? ''}::uuid)`),
    )
    .orderBy('m.org_id')
    .orderBy('m.user_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ orgId: row.id, orgName: row.name, slug: row.slug, timeZone: row.time_zone, userId: row.user_id }))
}

/** The user's memberships in every organization, including former ones that are still stored. */
export async function exportMemberships(tx: AuthTx, userId: string): Promise<object[]> {
  return tx
    .selectFrom('auth.memberships as m')
    .innerJoin('auth.organizations as o', 'o.id', 'm.org_id')
    .select(['o.id as organizationId', 'o.name', 'o.slug', 'm.role', 'm.status', 'm.joined_at as joinedAt'])
    .where('m.user_id', '=', userId)
    .orderBy('m.joined_at')
    .execute()
}

/** Email addresses of the tenant's active members. */
export async function listMemberAddresses(tx: OrgTx): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`select email from auth.org_members() where status = 'ACTIVE' order by email`.execute(tx)
  return rows.map((row) => row.email)
}
