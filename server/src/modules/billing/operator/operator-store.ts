import { sql } from 'kysely'
import { addOnCatalogue, addOnNames } from '@imperium/contract/billing/add-ons.ts'
import type { OperatorOverview, OperatorPayment, OperatorSubscription } from '@imperium/contract/billing/operator.ts'
import type { SystemTx } from '../../../platform/db/database.ts'

const shown = 200

/** Trials earn nothing, and a pause has neither the plan nor its add-ons in force. */
export async function readOverview(tx: SystemTx, since: Date): Promise<Omit<OperatorOverview, 'failedLookUps'>> {
  const addOnPrices = JSON.stringify(addOnNames.map((add_on) => ({ add_on, price: addOnCatalogue[add_on].monthlyPrice })))
  const { rows } = await sql<Omit<OperatorOverview, 'failedLookUps'>>`
    select 'INR' as currency,
      (select coalesce(sum(round((coalesce(p.monthly_price, 0) + coalesce(a.price, 0)) * case o.billing_cycle when 'YEARLY' then 0.8 else 1 end)), 0)::bigint
        from app.subscriptions s join auth.organizations o on o.id = s.org_id
        join app.plan_versions p on p.plan_type = o.plan_type and p.version = o.plan_version
        left join (
          select b.org_id, sum(b.quantity * c.price) as price from app.subscription_add_ons b
          join jsonb_to_recordset(${addOnPrices}::jsonb) as c (add_on text, price bigint) on c.add_on = b.add_on where b.in_force group by 1
        ) a on a.org_id = s.org_id
        where s.status <> 'ENDED' and s.order_id is not null) as mrr,
      (select count(*) from app.subscriptions where status = 'ACTIVE' and order_id is not null) as paying,
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

/** Open orders of providers that are not set up here, of the time in which they are looked up. */
export const openOrdersOf = (tx: SystemTx, providers: readonly string[], since: Date): Promise<{ provider: string; open: number }[]> =>
  tx
    .selectFrom('payment_orders')
    .select(['provider', sql<number>`count(*)`.as('open')])
    .where('provider', 'in', [...providers])
    .where('status', 'in', ['created', 'attempted'])
    .where('provider_order_id', 'is not', null)
    .where('created_at', '>', since)
    .groupBy('provider')
    .execute()

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
