import { sql } from 'kysely'
import type { OrganizationStatus } from '@imperium/contract/organizations.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import type { z } from 'zod'
import type { AuthTx, OrgTx } from '../../platform/db/database.ts'

export interface Member {
  userId: string
  name: string
  email: string
  role: Role
  status: 'ACTIVE' | 'INACTIVE'
  updatedAt: string
}

/** Serialises transactions that take, give or free a seat of the organization, until the transaction ends (R69). */
export async function lockSeats(tx: OrgTx | AuthTx, orgId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`seats:${orgId}`}, 0))`.execute(tx)
}

/** A member of the tenant, active or not, with the row locked until the transaction ends; null for any other user. */
export async function findMemberForUpdate(tx: OrgTx, userId: string): Promise<Member | null> {
  const held = await tx.selectFrom('auth.memberships').select('user_id').where('user_id', '=', userId).forUpdate().executeTakeFirst()
  if (!held) return null
  const { rows } = await sql<{ name: string; email: string; role: Role; status: Member['status']; updated_at: Date }>`
    select name, email, role, status, updated_at from auth.org_members() where user_id = ${userId}`.execute(tx)
  const row = rows[0]
  return row
    ? { userId, name: row.name, email: row.email, role: row.role, status: row.status, updatedAt: row.updated_at.toISOString() }
    : null
}

/** The account that owns the tenant. */
export async function findOwnerId(tx: OrgTx): Promise<string> {
  const row = await tx.selectFrom('auth.memberships').select('user_id').where('role', '=', 'OWNER').executeTakeFirstOrThrow()
  return row.user_id
}

export async function setMember(tx: OrgTx, userId: string, change: { role?: Role; status?: Member['status'] }): Promise<void> {
  await tx
    .updateTable('auth.memberships')
    .set({ ...change, updated_at: sql`clock_timestamp()` })
    .where('user_id', '=', userId)
    .execute()
}

export async function deleteMember(tx: OrgTx, userId: string): Promise<void> {
  await tx.deleteFrom('auth.memberships').where('user_id', '=', userId).execute()
}

/** What joining needs to know of an organization before there is a tenant; null if it is deleted. */
export async function findOrganization(tx: AuthTx, orgId: string) {
  const row = await tx
    .selectFrom('auth.organizations as o')
    .select(['o.id', 'o.name', 'o.slug', 'o.status', 'o.max_users', 'o.deletes_at'])
    .select((eb) =>
      eb
        .selectFrom('auth.memberships as m')
        .select(sql<number>`count(*)`.as('active'))
        .whereRef('m.org_id', '=', 'o.id')
        .where('m.status', '=', 'ACTIVE')
        .as('active'),
    )
    .where('o.id', '=', orgId)
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    status: row.status as z.infer<typeof OrganizationStatus>,
    maxUsers: row.max_users,
    activeMembers: row.active ?? 0,
    isBeingDeleted: row.deletes_at !== null,
  }
}

/** Joins the user; returns the status of the earlier membership, or null if there was none. */
export async function joinOrganization(tx: AuthTx, orgId: string, userId: string, role: Role): Promise<Member['status'] | null> {
  const added = await tx
    .insertInto('auth.memberships')
    .values({ org_id: orgId, user_id: userId, role })
    .onConflict((on) => on.columns(['org_id', 'user_id']).doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows) return null
  const existing = await tx
    .selectFrom('auth.memberships')
    .select('status')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return existing.status as Member['status']
}
