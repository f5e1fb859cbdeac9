import { sql } from 'kysely'
import type { PlanLimits, PlanType } from '@imperium/contract/plans.ts'
import type { AuthTx, OrgTx, SystemTx } from '../../platform/db/database.ts'

/** A plan of the operator's catalogue in its latest version. Null price: agreed with sales. */
export interface CataloguePlan {
  planType: PlanType
  version: number
  currency: string
  monthlyPrice: number | null
  limits: PlanLimits
}

/** The catalogue, from the smallest plan to the largest. */
export async function listPlans(tx: AuthTx | OrgTx | SystemTx): Promise<CataloguePlan[]> {
  const rows = await tx
    .selectFrom('plan_versions')
    .distinctOn('plan_type')
    .selectAll()
    .orderBy('plan_type')
    .orderBy('version', 'desc')
    .execute()
  return rows
    .map((row) => ({
      // The table's own check holds it to the words of the contract.
      planType: row.plan_type as PlanType,
      version: row.version,
      currency: row.currency,
      monthlyPrice: row.monthly_price,
      limits: {
        maxAgents: row.max_agents,
        maxUsers: row.max_users,
        storageBytes: row.storage_limit_bytes,
        apiCallsPerMonth: row.api_calls_limit,
        messagesPerMonth: row.messages_limit,
      },
    }))
    .toSorted((one, other) => one.limits.maxAgents - other.limits.maxAgents)
}

/** @throws if the catalogue lost a plan. */
export async function currentPlan(tx: AuthTx | OrgTx | SystemTx, planType: PlanType): Promise<CataloguePlan> {
  const plan = (await listPlans(tx)).find((each) => each.planType === planType)
  if (!plan) throw new Error(`the catalogue has no plan ${planType}`)
  return plan
}

/** Puts an organization on a version of a plan. Single limits that were raised above it stay. */
export async function changePlan(
  tx: AuthTx,
  orgId: string,
  plan: { planType: PlanType; version: number; billingCycle: 'MONTHLY' | 'YEARLY' },
): Promise<void> {
  await sql`
    update auth.organizations o
    set plan_type = p.plan_type, plan_version = p.version, billing_cycle = ${plan.billingCycle}, updated_at = now(),
        max_agents = greatest(o.max_agents, p.max_agents), max_users = greatest(o.max_users, p.max_users),
        storage_limit_bytes = greatest(o.storage_limit_bytes, p.storage_limit_bytes),
        api_calls_limit = greatest(o.api_calls_limit, p.api_calls_limit), messages_limit = greatest(o.messages_limit, p.messages_limit)
    from app.plan_versions p
    where o.id = ${orgId} and p.plan_type = ${plan.planType} and p.version = ${plan.version}`.execute(tx)
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
