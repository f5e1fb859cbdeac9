import { sql } from 'kysely'
import type { SqlBool, Updateable } from 'kysely'
import { SalesQuotation } from '@imperium/contract/sales/sales-quotations.ts'
import type { QuotationStatus, SalesQuotationStats } from '@imperium/contract/sales/sales-quotations.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { likePattern } from '../../../platform/db/like-pattern.ts'
import type { DB } from '../../../platform/db/types.gen.ts'
import { listStatement } from '../../../platform/resources/list-statement.ts'
import { replyOf } from '../../../platform/resources/reply-of.ts'
import type { documentColumns } from '../documents/document-columns.ts'
import { insertLines, replaceLines } from '../documents/line-store.ts'
import type { CustomerColumns } from '../documents/read-customer.ts'
import { ownCurrency } from '../orders/order-store.ts'
import { defaultSettings } from '../settings/settings-store.ts'

export const toQuotation = replyOf(SalesQuotation)

const selectQuotations = (tx: OrgTx) =>
  tx
    .selectFrom('sales_quotations')
    .select(['id', 'number', 'status', 'contact_id', 'customer', 'customer_email', 'customer_address', 'customer_tax_id'])
    .select(['customer_country', 'place_of_supply', 'supply_type', 'currency', 'date', 'valid_until', 'notes', 'items'])
    .select(['subtotal', 'discount', 'tax', 'amount'])
    .select(['sent_at', 'decided_at', 'created_at', 'updated_at'])

const selectWhole = (tx: OrgTx) =>
  selectQuotations(tx).select([
    'discount_basis_points',
    'discount_amount',
    'taxes',
    'round_off',
    'order_id',
    'decided_by',
    'decline_reason',
    'link_version',
  ])

export type QuotationRow = Awaited<ReturnType<ReturnType<typeof selectWhole>['executeTakeFirstOrThrow']>>

interface QuotationPage {
  q?: string | undefined
  status?: QuotationStatus | undefined
  limit: number
  after: string | null
}

/** Newest first; those whose number or customer contains the text. */
export const quotationPage = listStatement((tx, { q, status, limit, after }: QuotationPage) =>
  selectQuotations(tx)
    .$if(Boolean(q), (query) =>
      query.where((eb) => eb.or([eb('number', 'ilike', likePattern(q ?? '')), eb('customer', 'ilike', likePattern(q ?? ''))])),
    )
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
    .$if(after !== null, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit),
)

const statsRow = listStatement((tx, _all: object) => {
  const counted = (status: QuotationStatus) => sql<number>`count(*) filter (where status = ${status})`
  return tx
    .selectFrom('sales_quotations')
    .select(sql<number>`count(*)`.as('total'))
    .select([counted('Sent').as('sent'), counted('Accepted').as('accepted')])
    .select(sql<number>`coalesce(sum(amount) filter (where status = 'Sent' and currency = ${ownCurrency}), 0)::bigint`.as('openAmount'))
    .select(ownCurrency.as('currency'))
})

export async function quotationStats(tx: OrgTx): Promise<SalesQuotationStats> {
  const [row] = await statsRow(tx, {})
  return row ?? { total: 0, sent: 0, accepted: 0, openAmount: 0, currency: defaultSettings.currency }
}

export const selectQuotation = (tx: OrgTx, id: string) => selectWhole(tx).where('id', '=', id).executeTakeFirst()
export const lockQuotation = (tx: OrgTx, id: string) => selectWhole(tx).where('id', '=', id).forUpdate().executeTakeFirst()

type Document = ReturnType<typeof documentColumns>

export interface QuotationColumns extends Omit<CustomerColumns, 'contact_id'> {
  contact_id: string | null
  discount_basis_points: number
  discount_amount: number
  currency: string
  date: string
  valid_until: string
  notes: string
}

export async function insertQuotation(
  tx: OrgTx,
  quotation: QuotationColumns & { id: string; number: string },
  { totals, lineRows }: Document,
): Promise<void> {
  await tx
    .insertInto('sales_quotations')
    .values({ org_id: tx.orgId, ...quotation, ...totals, items: lineRows.length })
    .execute()
  await insertLines(tx, 'sales_quotation_lines', quotation.id, lineRows)
}

export async function replaceQuotation(
  tx: OrgTx,
  id: string,
  quotation: QuotationColumns & { updated_at: Date },
  { totals, lineRows }: Document,
): Promise<void> {
  await writeQuotation(tx, id, { ...quotation, ...totals, items: lineRows.length })
  await replaceLines(tx, 'sales_quotation_lines', id, lineRows)
}

export async function writeQuotation(tx: OrgTx, id: string, changes: Updateable<DB['sales_quotations']>): Promise<void> {
  await tx.updateTable('sales_quotations').set(changes).where('id', '=', id).execute()
}

export async function deleteQuotation(tx: OrgTx, id: string): Promise<void> {
  await tx.deleteFrom('sales_quotations').where('id', '=', id).execute()
}

/** Sent quotations that ended before `today` cannot be accepted any more. */
export const markExpired = (tx: OrgTx, today: string, now: Date) =>
  tx
    .updateTable('sales_quotations')
    .set({ status: 'Expired', updated_at: now })
    .where('status', '=', 'Sent')
    .where('valid_until', '<', today)
    .execute()

export const quotationsNamed = (tx: OrgTx, q: string, limit: number) =>
  tx
    .selectFrom('sales_quotations')
    .select(['id', 'number', 'customer'])
    .where(sql<SqlBool>`number ilike ${likePattern(q)} or customer ilike ${likePattern(q)}`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
