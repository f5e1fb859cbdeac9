import { sql } from 'kysely'
import type { OrgTx, SystemTx } from '../../../platform/db/database.ts'
import { isInUse } from '../../organizations/index.ts'

type Purpose = 'CREDITS' | 'SUBSCRIPTION'

/** Minor units that were ordered by themselves since then, without orders that failed or were refused. */
export async function orderedAutomatically(tx: OrgTx, since: Date): Promise<number> {
  const row = await tx
    .selectFrom('payment_orders')
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('sum'))
    .where('is_automatic', '=', true)
    .where('purpose', '=', 'CREDITS')
    .where('status', '<>', 'failed')
    .where((eb) => eb.or([eb('failure', 'is', null), eb('status', 'in', ['paid', 'activated'])]))
    .where('created_at', '>=', since)
    .executeTakeFirst()
  return row?.sum ?? 0
}

/** Automatic orders since then, the last one first. `isRefused`: the provider said so. */
export async function automaticOrders(
  tx: OrgTx,
  purpose: Purpose,
  since: Date,
): Promise<{ status: string; isRefused: boolean; createdAt: Date }[]> {
  return tx
    .selectFrom('payment_orders')
    .select(['status', sql<boolean>`failure is not null`.as('isRefused'), 'created_at as createdAt'])
    .where('is_automatic', '=', true)
    .where('purpose', '=', purpose)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .execute()
}

/** The last payment for the same purpose that left a mandate at the provider: the payer agreed to it there. */
export async function mandatePayment(tx: OrgTx, provider: string, purpose: Purpose): Promise<string | null> {
  const row = await tx
    .selectFrom('payment_orders')
    .select('payment_id')
    .where('provider', '=', provider)
    .where('purpose', '=', purpose)
    .where('keeps_mandate', '=', true)
    .where('status', '=', 'activated')
    .orderBy('activated_at', 'desc')
    .executeTakeFirst()
  return row?.payment_id ?? null
}

/** Whether this organization may be charged without a person: not while it is suspended or being deleted. */
export async function isChargeable(tx: OrgTx): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select ${isInUse(sql`${tx.orgId}::uuid`)} as may`.execute(tx)
  return rows[0]?.may === true
}

/** Organizations that may be charged and have a period that ends before then and renews by itself, by id from `after` on. */
export async function renewingSubscriptions(tx: SystemTx, before: Date, after: string | null, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('subscriptions')
    .select('org_id')
    .where('renews_itself', '=', true)
    .where('status', 'in', ['ACTIVE', 'PAST_DUE'])
    .where('period_end', '<=', before)
    .where('next_order_id', 'is', null)
    .where(isInUse(sql.ref('subscriptions.org_id')))
    .$if(after !== null, (query) => query.where('org_id', '>', after ?? ''))
    .orderBy('org_id')
    .limit(limit)
    .execute()
  return rows.map(({ org_id }) => org_id)
}
