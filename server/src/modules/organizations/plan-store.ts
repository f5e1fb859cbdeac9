import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { PlanLimits, PlanType } from '@imperium/contract/plans.ts'
import type { AuthTx, OrgTx, SystemTx } from '../../platform/db/database.ts'
import type { DB } from '../../platform/db/types.gen.ts'

/** A plan of the operator's catalogue in its latest version. Null price: agreed with sales. */
export interface CataloguePlan {
  planType: PlanType
  version: number
  currency: string
  monthlyPrice: number | null
  limits: PlanLimits
  /** Added to what models cost, where AI credits pay for them. */
  modelMarginPercent: number
}

/** The catalogue, from the smallest plan to the largest. */
export async function listPlans(tx: AuthTx | OrgTx | SystemTx): Promise<CataloguePlan[]> {
  const rows = await tx
    .selectFrom('plan_versions')
    .distinctOn('plan_type')
    .selectAll()
    .where('for_org', 'is', null)
    .orderBy('plan_type')
    .orderBy('version', 'desc')
    .execute()
  return rows.map(toPlan).toSorted((one, other) => one.limits.maxAgents - other.limits.maxAgents)
}

/** The column of each limit: the same in the catalogue and in an organization's row. */
const columnOf = {
  maxAgents: 'max_agents',
  maxUsers: 'max_users',
  storageBytes: 'storage_limit_bytes',
  apiCallsPerMonth: 'api_calls_limit',
  messagesPerMonth: 'messages_limit',
  maxContacts: 'contacts_limit',
  runsPerMonth: 'runs_limit',
  workflowRunsPerMonth: 'workflow_runs_limit',
  tokensPerMonth: 'tokens_limit',
  retentionDays: 'retention_days_limit',
} as const satisfies Record<keyof PlanLimits, string>
export type LimitColumn = (typeof columnOf)[keyof PlanLimits]
export const limitColumns = Object.values(columnOf)
const limitNames = Object.keys(columnOf) as (keyof PlanLimits)[]

const toLimits = (row: Record<LimitColumn, number>): PlanLimits =>
  Object.fromEntries(limitNames.map((limit) => [limit, row[columnOf[limit]]])) as Record<keyof PlanLimits, number>
export const toLimitColumns = (limits: PlanLimits): Record<LimitColumn, number> =>
  Object.fromEntries(limitNames.map((limit) => [columnOf[limit], limits[limit]])) as Record<LimitColumn, number>

const toPlan = (row: Selectable<DB['plan_versions']>): CataloguePlan => ({
  // The table's own check holds it to the words of the contract.
  planType: row.plan_type as PlanType,
  version: row.version,
  currency: row.currency,
  monthlyPrice: row.monthly_price,
  limits: toLimits(row),
  modelMarginPercent: row.model_margin_percent,
})

/** @throws if the catalogue lost a plan. */
export async function currentPlan(tx: AuthTx | OrgTx | SystemTx, planType: PlanType): Promise<CataloguePlan> {
  const plan = (await listPlans(tx)).find((each) => each.planType === planType)
  if (!plan) throw new Error(`the catalogue has no plan ${planType}`)
  return plan
}

/** Versions from here on are offers to one organization; those of the catalogue stay below. */
const firstOffer = 1_000_000

/** Adds a version of a plan for one organization. @returns its number. */
export async function insertPlanFor(
  tx: SystemTx,
  orgId: string,
  { planType, currency, monthlyPrice, limits, modelMarginPercent }: Omit<CataloguePlan, 'version'>,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('plan versions', 0))`.execute(tx)
  const row = await tx
    .insertInto('plan_versions')
    .values({
      plan_type: planType,
      version: sql<number>`(select greatest(max(version) + 1, ${firstOffer}) from app.plan_versions where plan_type = ${planType})`,
      currency,
      monthly_price: monthlyPrice,
      for_org: orgId,
      model_margin_percent: modelMarginPercent,
      ...toLimitColumns(limits),
    })
    .returning('version')
    .executeTakeFirstOrThrow()
  return row.version
}

/** A version of a plan, also one that is not sold any more. @throws if there is no such version. */
export async function findPlanVersion(tx: AuthTx | OrgTx | SystemTx, planType: PlanType, version: number): Promise<CataloguePlan> {
  const row = await tx
    .selectFrom('plan_versions')
    .selectAll()
    .where('plan_type', '=', planType)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return toPlan(row)
}

/** Puts an organization on a version of a plan. A single limit that was raised above the plan before stays where it is larger. */
export async function changePlan(
  tx: AuthTx,
  orgId: string,
  plan: { planType: PlanType; version: number; billingCycle: 'MONTHLY' | 'YEARLY' },
): Promise<void> {
  const limit = (name: string) => {
    const [own, before, after] = [sql.ref(`o.${name}`), sql.ref(`was.${name}`), sql.ref(`p.${name}`)]
    return sql`${sql.ref(name)} = case when ${own} > ${before} then greatest(${own}, ${after}) else ${after} end`
  }
  await sql`
    update auth.organizations o
    set plan_type = p.plan_type, plan_version = p.version, billing_cycle = ${plan.billingCycle}, updated_at = now(),
        ${sql.join(limitColumns.map(limit))}
    from app.plan_versions p, app.plan_versions was
    where o.id = ${orgId} and p.plan_type = ${plan.planType} and p.version = ${plan.version}
      and was.plan_type = o.plan_type and was.version = o.plan_version`.execute(tx)
}

/** Adds to the limits of an organization, or takes away what was added. */
export async function raiseLimits(
  tx: AuthTx,
  orgId: string,
  raised: Partial<Record<keyof PlanLimits, number>>,
  sign: 1 | -1,
): Promise<void> {
  const changes = limitNames.flatMap((limit) => {
    const [by, column] = [raised[limit] ?? 0, sql.ref(columnOf[limit])]
    return by === 0 ? [] : [sql`${column} = greatest(0, ${column} + ${sign * by})`]
  })
  if (changes.length === 0) return
  await sql`update auth.organizations set ${sql.join(changes)}, updated_at = now() where id = ${orgId}`.execute(tx)
}

export async function readPlanOf(tx: OrgTx): Promise<{ planType: PlanType; version: number; billingCycle: 'MONTHLY' | 'YEARLY' }> {
  const row = await tx
    .selectFrom('auth.organizations')
    .select(['plan_type', 'plan_version', 'billing_cycle'])
    .where('id', '=', tx.orgId)
    .executeTakeFirstOrThrow()
  // The table's own checks hold both to the words of the contract.
  return { planType: row.plan_type as PlanType, version: row.plan_version, billingCycle: row.billing_cycle as 'MONTHLY' | 'YEARLY' }
}

/** Keeps an organization's plan as it is until this transaction ends. */
export async function lockPlanOf(tx: AuthTx, orgId: string): Promise<void> {
  await tx.selectFrom('auth.organizations').select('id').where('id', '=', orgId).forNoKeyUpdate().executeTakeFirst()
}

/** The limits in force, which may stand above those of the plan. */
export async function limitsOf(tx: OrgTx): Promise<PlanLimits> {
  const row = await tx.selectFrom('auth.organizations').select(limitColumns).where('id', '=', tx.orgId).executeTakeFirstOrThrow()
  return toLimits(row)
}
