import type { Insertable, Updateable } from 'kysely'
import { RecurringInvoice } from '@imperium/contract/sales/sales-recurring.ts'
import type { InvoiceStatus } from '@imperium/contract/sales/sales-invoices.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { likePattern } from '../../../platform/db/like-pattern.ts'
import type { DB } from '../../../platform/db/types.gen.ts'
import { listStatement } from '../../../platform/resources/list-statement.ts'
import { replyOf } from '../../../platform/resources/reply-of.ts'

export const toRecurring = replyOf(RecurringInvoice, ({ interval_count }: { interval_count: number }) => ({ interval: interval_count }))

const selectRecurring = (tx: OrgTx) =>
  tx
    .selectFrom('sales_recurring')
    .select([
      'id',
      'status',
      'contact_id',
      'customer',
      'currency',
      'amount',
      'every',
      'interval_count',
      'starts_on',
      'anchor_day',
      'next_on',
      'ends_on',
      'mode',
    ])
    .select(['made', 'failure', 'created_at', 'updated_at'])

/** Newest first; those whose customer contains the text. */
export const recurringPage = listStatement((tx, { q, limit, after }: { q?: string | undefined; limit: number; after: string | null }) =>
  selectRecurring(tx)
    .$if(Boolean(q), (query) => query.where('customer', 'ilike', likePattern(q ?? '')))
    .$if(after !== null, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit),
)

export const findRecurring = (tx: OrgTx, id: string) => selectRecurring(tx).select('body').where('id', '=', id).executeTakeFirst()
export const lockRecurring = (tx: OrgTx, id: string) =>
  selectRecurring(tx).select('body').where('id', '=', id).forUpdate().executeTakeFirst()
export type RecurringRow = NonNullable<Awaited<ReturnType<typeof findRecurring>>>

/** One that is due, for this transaction alone: another worker passes over it. */
export const claimDue = (tx: OrgTx, today: string) =>
  selectRecurring(tx)
    .select('body')
    .where('status', '=', 'Active')
    .where('next_on', '<=', today)
    .orderBy('next_on')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

export async function insertRecurring(tx: OrgTx, row: Omit<Insertable<DB['sales_recurring']>, 'org_id'>): Promise<void> {
  await tx
    .insertInto('sales_recurring')
    .values({ org_id: tx.orgId, ...row })
    .execute()
}

export async function writeRecurring(tx: OrgTx, id: string, changes: Updateable<DB['sales_recurring']>): Promise<void> {
  await tx.updateTable('sales_recurring').set(changes).where('id', '=', id).execute()
}

export async function deleteRecurring(tx: OrgTx, id: string): Promise<void> {
  await tx.deleteFrom('sales_recurring').where('id', '=', id).execute()
}

/** The latest invoices that it made. */
export async function invoicesOfRecurring(tx: OrgTx, id: string) {
  const rows = await tx
    .selectFrom('sales_invoices')
    .select(['id', 'number', 'status'])
    .where('recurring_id', '=', id)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  return rows.map(({ status, ...invoice }) => ({ ...invoice, status: status as InvoiceStatus }))
}

/** True if the invoice of the day exists: each day has one at most. */
export const hasInvoiceOf = async (tx: OrgTx, recurringId: string, day: string): Promise<boolean> =>
  (await tx
    .selectFrom('sales_invoices')
    .select('id')
    .where('recurring_id', '=', recurringId)
    .where('recurring_on', '=', day)
    .executeTakeFirst()) !== undefined

export async function linkInvoice(tx: OrgTx, invoiceId: string, recurringId: string, day: string): Promise<void> {
  await tx.updateTable('sales_invoices').set({ recurring_id: recurringId, recurring_on: day }).where('id', '=', invoiceId).execute()
}
