import { sql } from 'kysely'
import type { OperatorOverview, OperatorPayment, OperatorSubscription } from '@imperium/contract/billing/operator.ts'
import type { SystemTx } from '../../../platform/db/database.ts'

const shown = 200

export async function readOverview(tx: SystemTx, since: Date): Promise<OperatorOverview> {
  const { rows } = await sql<OperatorOverview>`
    select 'INR' as currency,
      (select coalesce(sum(round(p.monthly_price * case o.billing_cycle when 'YEARLY' then 0.8 else 1 end)), 0)::bigint
        from app.subscriptions s join auth.organizations o on o.id = s.org_id
        join app.plan_versions p on p.plan_type = o.plan_type and p.version = o.plan_version where s.status <> 'ENDED') as mrr,
      (select count(*) from app.subscriptions where status = 'ACTIVE') as paying,
      (select count(*) from app.subscriptions where status = 'PAST_DUE') as "pastDue",
      (select count(*) from app.subscriptions where status = 'ENDED' and updated_at > ${since}) as ended,
      (select coalesce(sum(amount - refunded), 0)::bigint from app.payment_orders
        where purpose = 'CONTRIBUTION' and status = 'activated' and created_at > ${since}) as contributions,
      (select count(*) from app.payment_orders where failure is not null and created_at > ${since}) as "failedPayments",
      (select coalesce(sum(amount), 0)::bigint from app.payment_refunds where status = 'done' and created_at > ${since}) as refunds`.execute(
    tx,
  )
  if (!rows[0]) throw new Error('the overview has no row')
  return rows[0]
}

export async function listSubscriptions(tx: SystemTx): Promise<OperatorSubscription[]> {
  const rows = await tx
    .selectFrom('subscriptions as s')
    .innerJoin('auth.organizations as o', 'o.id', 's.org_id')
    .select(['o.id', 'o.name', 'o.slug', 'o.plan_type', 'o.billing_cycle', 's.status', 's.period_end', 's.next_plan_type'])
    .orderBy(sql`s.status = 'ENDED'`)
    .orderBy('s.period_end')
    .limit(shown)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    slug: row.slug,
    // The tables' own checks hold these texts to the words of the contract.
    planType: row.plan_type as OperatorSubscription['planType'],
    billingCycle: row.billing_cycle as OperatorSubscription['billingCycle'],
    status: row.status as OperatorSubscription['status'],
    periodEnd: row.period_end.toISOString(),
    nextPlanType: row.next_plan_type as OperatorSubscription['nextPlanType'],
  }))
}

const states = {
  all: sql<boolean>`true`,
  paid: sql<boolean>`p.status in ('paid', 'activated')`,
  open: sql<boolean>`p.status in ('created', 'attempted')`,
  failed: sql<boolean>`p.failure is not null`,
}

export async function listPayments(tx: SystemTx, state: keyof typeof states): Promise<OperatorPayment[]> {
  const rows = await tx
    .selectFrom('payment_orders as p')
    .innerJoin('auth.organizations as o', 'o.id', 'p.org_id')
    .select(['p.id', 'p.org_id', 'o.name', 'p.receipt', 'p.purpose', 'p.plan_type', 'p.amount', 'p.refunded', 'p.currency'])
    .select(['p.provider', 'p.status', 'p.failure', 'p.created_at'])
    .where(states[state])
    .orderBy('p.created_at', 'desc')
    .limit(shown)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    organizationId: row.org_id,
    organization: row.name,
    receipt: row.receipt,
    purpose: row.purpose as OperatorPayment['purpose'],
    planType: row.plan_type as OperatorPayment['planType'],
    amount: row.amount,
    refunded: row.refunded,
    currency: row.currency,
    provider: row.provider as OperatorPayment['provider'],
    status: row.status as OperatorPayment['status'],
    failure: row.failure,
    createdAt: row.created_at.toISOString(),
  }))
}

export async function hasOrganization(tx: SystemTx, id: string): Promise<boolean> {
  return (await tx.selectFrom('auth.organizations').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

export async function findBySlug(tx: SystemTx, slug: string): Promise<string | undefined> {
  return (await tx.selectFrom('auth.organizations').select('id').where('slug', '=', slug).executeTakeFirst())?.id
}
