import { sql } from 'kysely'
import type { OrgTx, SystemTx } from '../../../platform/db/database.ts'

export interface RefundRow {
  id: string
  orderId: string
  amount: number
  reason: string
  status: 'pending' | 'done' | 'failed'
  providerRefundId: string | null
  requestedBy: string
}

const columns = [
  'id',
  'order_id as orderId',
  'amount',
  'reason',
  'status',
  'provider_refund_id as providerRefundId',
  'requested_by as requestedBy',
] as const
// The table's own check holds the status to these words.
const toRefund = (row: unknown): RefundRow => row as RefundRow

export async function insertRefund(tx: OrgTx, refund: Omit<RefundRow, 'status'>): Promise<void> {
  await tx
    .insertInto('payment_refunds')
    .values({
      org_id: tx.orgId,
      id: refund.id,
      order_id: refund.orderId,
      amount: refund.amount,
      reason: refund.reason,
      provider_refund_id: refund.providerRefundId,
      requested_by: refund.requestedBy,
    })
    .execute()
}

export async function findRefund(tx: OrgTx, id: string): Promise<RefundRow | undefined> {
  const row = await tx.selectFrom('payment_refunds').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && toRefund(row)
}

export async function findProviderRefund(tx: OrgTx, providerRefundId: string): Promise<RefundRow | undefined> {
  const row = await tx
    .selectFrom('payment_refunds')
    .select(columns)
    .where('provider_refund_id', '=', providerRefundId)
    .forUpdate()
    .executeTakeFirst()
  return row && toRefund(row)
}

export async function changeRefund(
  tx: OrgTx,
  id: string,
  change: { status: RefundRow['status']; providerRefundId?: string; failure?: string | null },
): Promise<void> {
  await tx
    .updateTable('payment_refunds')
    .set({
      status: change.status,
      ...(change.providerRefundId === undefined ? {} : { provider_refund_id: change.providerRefundId }),
      ...(change.failure === undefined ? {} : { failure: change.failure }),
      ...(change.status === 'pending' ? {} : { settled_at: sql<Date>`now()` }),
    })
    .where('id', '=', id)
    .execute()
}

/** What is refunded or on its way. */
export async function refundedOf(tx: OrgTx, orderId: string): Promise<number> {
  const row = await tx
    .selectFrom('payment_refunds')
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('sum'))
    .where('order_id', '=', orderId)
    .where('status', '<>', 'failed')
    .executeTakeFirstOrThrow()
  return row.sum
}

export async function refundIdsOf(tx: OrgTx, orderId: string): Promise<string[]> {
  const rows = await tx.selectFrom('payment_refunds').select('id').where('order_id', '=', orderId).execute()
  return rows.map(({ id }) => id)
}

export async function addRefunded(tx: OrgTx, orderId: string, amount: number): Promise<void> {
  await tx
    .updateTable('payment_orders')
    .set({ refunded: sql<number>`refunded + ${amount}`, updated_at: sql<Date>`now()` })
    .where('id', '=', orderId)
    .execute()
}

/** Notes that the provider is asked now. @returns since when it may have been asked before; null: never. */
export async function markTried(tx: OrgTx, id: string, now: Date): Promise<Date | null> {
  const { created_at, checked_at } = await tx
    .selectFrom('payment_refunds')
    .select(['created_at', 'checked_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await tx.updateTable('payment_refunds').set({ checked_at: now }).where('id', '=', id).execute()
  return checked_at && created_at
}

/** Refunds that wait for their provider: new ones first, then those that were not looked at the longest, each ever more rarely. */
export async function pendingRefunds(tx: SystemTx, now: Date, limit: number): Promise<{ orgId: string; id: string }[]> {
  return tx
    .selectFrom('payment_refunds')
    .select(['org_id as orgId', 'id'])
    .where('status', '=', 'pending')
    .where((eb) =>
      eb.or([eb('checked_at', 'is', null), sql<boolean>`checked_at < ${now}::timestamptz - (${now}::timestamptz - created_at) / 4`]),
    )
    .orderBy(sql`checked_at nulls first`)
    .orderBy('created_at')
    .limit(limit)
    .execute()
}
