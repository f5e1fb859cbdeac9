import { sql } from 'kysely'
import type { PlanType } from '@imperium/contract/plans.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import type { Membership } from '../../platform/auth/auth-context.ts'
import { membershipsOf } from '../../platform/auth/auth-context.ts'
import type { AuthTx, OrgTx, SystemTx } from '../../platform/db/database.ts'
import { isUnchangedSince } from '../../platform/resources/checks.ts'
import { currentPlan, toLimitColumns } from './plan-store.ts'
import { isWithin, stretchOf } from '../../platform/local-days.ts'
import type { Cuts, StretchRow } from '../../platform/local-days.ts'

export interface NewOrganization {
  id: string
  name: string
  slug: string
  timeZone: string
  billingEmail: string
}

/** False when the slug is taken. */
export async function insertOrganization(tx: AuthTx, row: NewOrganization, plan: PlanType): Promise<boolean> {
  const { version, limits } = await currentPlan(tx, plan)
  const result = await tx
    .insertInto('auth.organizations')
    .values({
      id: row.id,
      name: row.name,
      slug: row.slug,
      time_zone: row.timeZone,
      billing_email: row.billingEmail,
      plan_type: plan,
      plan_version: version,
      ...toLimitColumns(limits),
    })
    .onConflict((on) => on.column('slug').doNothing())
    .executeTakeFirst()
  return Boolean(result.numInsertedOrUpdatedRows)
}

export async function insertMembership(tx: AuthTx, orgId: string, userId: string, role: Role): Promise<void> {
  await tx.insertInto('auth.memberships').values({ org_id: orgId, user_id: userId, role }).execute()
}

/** Which of the slugs `base`, `base-2`, `base-3`, ... are taken. */
export async function usedSlugs(tx: AuthTx, base: string): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('auth.organizations')
    .select('slug')
    .where(sql<boolean>`slug = ${base} or slug like ${`${base.replaceAll('_', '\\_')}-%`}`)
    .limit(1_000)
    .execute()
  return new Set(rows.map((row) => row.slug))
}

/** The organizations of a user, as that user sees them; `ssoOrgId` (null: none) limits them to those that such a session can access. */
export async function listMemberships(tx: AuthTx, userId: string, ssoOrgId?: string | null): Promise<Membership[]> {
  const list = ssoOrgId === undefined ? membershipsOf(sql`${userId}`) : membershipsOf(sql`${userId}`, sql`${ssoOrgId}`)
  const { rows } = await sql<{ list: Membership[] | null }>`${list}`.execute(tx)
  return rows[0]?.list ?? []
}

export interface OrganizationChange {
  name?: string | undefined
  timeZone?: string | undefined
  monthlyBudgetMicros?: number | null | undefined
}

/** Null if the row changed since `unchangedSince`, to the millisecond that the API shows. */
export async function updateOrganization(
  tx: AuthTx,
  id: string,
  change: OrganizationChange,
  unchangedSince: string | undefined,
): Promise<boolean> {
  const result = await tx
    .updateTable('auth.organizations')
    .set({
      ...(change.name === undefined ? {} : { name: change.name }),
      ...(change.timeZone === undefined ? {} : { time_zone: change.timeZone }),
      ...(change.monthlyBudgetMicros === undefined ? {} : { monthly_budget_micros: change.monthlyBudgetMicros }),
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .$if(unchangedSince !== undefined, (query) => query.where(isUnchangedSince('updated_at', unchangedSince ?? '')))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Active members of the tenant, and how many of them were so before `since`. */
export async function countMembers(tx: OrgTx, since: Date): Promise<{ total: number; existedBefore: number }> {
  return tx
    .selectFrom('auth.memberships')
    .where('status', '=', 'ACTIVE')
    .select([sql<number>`count(*)`.as('total'), sql<number>`count(*) filter (where joined_at < ${since})`.as('existedBefore')])
    .executeTakeFirstOrThrow()
}

/** The organizations of a user with what decides whether the product is named in them, the first joined first. */
export const listPlansOf = (tx: AuthTx | SystemTx, userId: string): Promise<{ orgId: string; name: string; planType: PlanType }[]> =>
  tx
    .selectFrom('auth.memberships as m')
    .innerJoin('auth.organizations as o', 'o.id', 'm.org_id')
    .where('m.user_id', '=', userId)
    .where('m.status', '=', 'ACTIVE')
    .select(['o.id as orgId', 'o.name', sql<PlanType>`o.plan_type`.as('planType')])
    .orderBy('m.joined_at')
    .orderBy('o.id')
    .execute()

/** Members who joined in each stretch and are still in the organization. */
export async function countJoined(tx: OrgTx, cuts: Cuts, split: 'role' | null = null): Promise<StretchRow[]> {
  const at = sql`joined_at`
  const { rows } = await sql<{ stretch: number; key: string; joined: number }>`
    select ${stretchOf(at, cuts)} as stretch, ${split === null ? sql`''` : sql`role`} as key, count(*) as joined
    from auth.memberships where status = 'ACTIVE' and ${isWithin(at, cuts)} group by 1, 2`.execute(tx)
  return rows.map(({ stretch, key, joined }) => ({ stretch, key, values: { joined } }))
}
