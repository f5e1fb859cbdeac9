import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { SalesInvoice } from '@imperium/contract/sales/sales-invoices.ts'
import type { InvoiceStatus, SalesInvoiceStats } from '@imperium/contract/sales/sales-invoices.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { likePattern } from '../../../platform/db/like-pattern.ts'
import { listStatement } from '../../../platform/resources/list-statement.ts'
import { replyOf } from '../../../platform/resources/reply-of.ts'
import type { documentColumns } from '../documents/document-columns.ts'
import { insertLines, replaceLines } from '../documents/line-store.ts'
import type { CustomerColumns } from '../documents/read-customer.ts'
import { ownCurrency } from '../orders/order-store.ts'
import { defaultSettings } from '../settings/settings-store.ts'

const microsPerUnit = 1_000_000
export const toMicros = (rate: number | null): number | null => (rate === null ? null : Math.round(rate * microsPerUnit))
export const rateOfMicros = (micros: number | null): number | null => (micros === null ? null : micros / microsPerUnit)

export const toInvoice = replyOf(SalesInvoice, ({ exchange_rate_micros }: { exchange_rate_micros: number | null }) => ({
  exchangeRate: rateOfMicros(exchange_rate_micros),
}))

const selectInvoices = (tx: OrgTx) =>
  tx
    .selectFrom('sales_invoices as i')
    .leftJoin('sales_orders as o', (join) => join.onRef('o.org_id', '=', 'i.org_id').onRef('o.id', '=', 'i.order_id'))
    .select(['i.id', 'i.number', 'i.status', 'i.order_id', 'o.number as order_ref', 'i.contact_id', 'i.customer', 'i.customer_email'])
    .select(['i.customer_address', 'i.customer_tax_id', 'i.customer_country', 'i.place_of_supply', 'i.supply_type', 'i.currency'])
    .select(['i.date', 'i.due_date', 'i.notes', 'i.reverse_charge', 'i.buyer_reference', 'i.exchange_rate_micros'])
    .select(['i.subtotal', 'i.discount', 'i.tax', 'i.amount', 'i.paid', 'i.credited', 'i.released', 'i.payment_method'])
    .select(['i.created_at', 'i.updated_at'])

const selectWhole = (tx: OrgTx) =>
  selectInvoices(tx).select([
    'i.discount_basis_points',
    'i.discount_amount',
    'i.taxes',
    'i.round_off',
    'i.seller',
    'i.void_reason',
    'i.link_version',
  ])

export type InvoiceRow = Awaited<ReturnType<ReturnType<typeof selectWhole>['executeTakeFirstOrThrow']>>

interface InvoicePage {
  q?: string | undefined
  status?: InvoiceStatus | undefined
  limit: number
  after: string | null
}

const naming = (q: string) => {
  const pattern = likePattern(q)
  return sql<SqlBool>`(i.number ilike ${pattern} or i.customer ilike ${pattern} or o.number ilike ${pattern})`
}

/** Newest first; those whose number, order or customer contains the text. */
export const invoicePage = listStatement((tx, { q, status, limit, after }: InvoicePage) =>
  selectInvoices(tx)
    .$if(Boolean(q), (query) => query.where(naming(q ?? '')))
    .$if(status !== undefined, (query) => query.where('i.status', '=', status ?? ''))
    .$if(after !== null, (query) => query.where('i.id', '<', after ?? ''))
    .orderBy('i.id', 'desc')
    .limit(limit),
)

const statsRow = listStatement((tx, _all: object) => {
  const counted = (status: InvoiceStatus) => sql<number>`count(*) filter (where status = ${status})`
  const due = (status: InvoiceStatus) =>
    sql<number>`coalesce(sum(amount - credited - paid + released) filter (where status = ${status} and currency = ${ownCurrency}), 0)::bigint`
  return tx
    .selectFrom('sales_invoices')
    .select(sql<number>`count(*)`.as('total'))
    .select([counted('Draft').as('draft'), counted('Paid').as('paid'), counted('Pending').as('pending'), counted('Overdue').as('overdue')])
    .select(counted('Credited').as('credited'))
    .select(sql<number>`coalesce(sum(paid - released) filter (where currency = ${ownCurrency}), 0)::bigint`.as('paidAmount'))
    .select([due('Pending').as('pendingAmount'), due('Overdue').as('overdueAmount'), ownCurrency.as('currency')])
})

export async function invoiceStats(tx: OrgTx): Promise<SalesInvoiceStats> {
  const [row] = await statsRow(tx, {})
  const none = { total: 0, draft: 0, paid: 0, pending: 0, overdue: 0, credited: 0, paidAmount: 0, pendingAmount: 0, overdueAmount: 0 }
  return row ?? { ...none, currency: defaultSettings.currency }
}

export const findInvoice = (tx: OrgTx, id: string) => selectWhole(tx).where('i.id', '=', id).executeTakeFirst()

export const lockInvoice = (tx: OrgTx, id: string) => selectWhole(tx).where('i.id', '=', id).forUpdate('i').executeTakeFirst()

type Document = ReturnType<typeof documentColumns>

export interface DraftColumns extends CustomerColumns {
  currency: string
  due_date: string | null
  notes: string
  reverse_charge: boolean
  buyer_reference: string
  exchange_rate_micros: number | null
  discount_basis_points: number
  discount_amount: number
}

export async function insertDraft(
  tx: OrgTx,
  draft: Omit<DraftColumns, 'contact_id'> & {
    id: string
    order_id: string | null
    contact_id: string | null
    recurring_id?: string
    recurring_on?: string
  },
  { totals, lineRows }: Document,
): Promise<void> {
  await tx
    .insertInto('sales_invoices')
    .values({ org_id: tx.orgId, ...draft, ...totals })
    .execute()
  await insertLines(tx, 'sales_invoice_lines', draft.id, lineRows)
}

export async function replaceDraft(
  tx: OrgTx,
  id: string,
  draft: DraftColumns & { updated_at: Date },
  { totals, lineRows }: Document,
): Promise<void> {
  await tx
    .updateTable('sales_invoices')
    .set({ ...draft, ...totals })
    .where('id', '=', id)
    .execute()
  await replaceLines(tx, 'sales_invoice_lines', id, lineRows)
}

export async function deleteDraft(tx: OrgTx, id: string): Promise<void> {
  await tx.deleteFrom('sales_invoices').where('id', '=', id).execute()
}

interface Issued {
  number: string
  date: string
  due_date: string
  seller: string
  status: InvoiceStatus
  place_of_supply: string | null
  updated_at: Date
}

export async function markIssued(tx: OrgTx, id: string, issued: Issued, totals: Document['totals']): Promise<void> {
  await tx
    .updateTable('sales_invoices')
    .set({ ...issued, ...totals })
    .where('id', '=', id)
    .execute()
}

/** What may change of an issued invoice (trigger `keep_issued`). */
export interface InvoiceProgress {
  status: InvoiceStatus
  paid?: number
  credited?: number
  released?: number
  payment_method?: string
  void_reason?: string
  updated_at: Date
}

export async function writeProgress(tx: OrgTx, id: string, progress: InvoiceProgress): Promise<void> {
  await tx.updateTable('sales_invoices').set(progress).where('id', '=', id).execute()
}

export async function writeInvoiceLink(tx: OrgTx, id: string, link: { link_version: number; updated_at: Date }): Promise<void> {
  await tx.updateTable('sales_invoices').set(link).where('id', '=', id).execute()
}

/** Makes invoices overdue whose due date is before `today`. */
export const markOverdue = (tx: OrgTx, today: string, now: Date) =>
  tx
    .updateTable('sales_invoices')
    .set({ status: 'Overdue', updated_at: now })
    .where('status', '=', 'Pending')
    .where('due_date', '<', today)
    .returning(['id', 'number', 'contact_id', 'currency', 'amount', 'credited', 'paid', 'released', 'due_date'])
    .execute()

export const invoicesNamed = (tx: OrgTx, q: string, limit: number) =>
  selectInvoices(tx).where(naming(q)).orderBy('i.id', 'desc').limit(limit).execute()

export const invoiceIdNumbered = async (tx: OrgTx, number: string): Promise<string | undefined> =>
  (await tx.selectFrom('sales_invoices').select('id').where('number', '=', number).executeTakeFirst())?.id

export const latestOpenInvoiceId = async (tx: OrgTx, contactId: string): Promise<string | undefined> => {
  const open = tx
    .selectFrom('sales_invoices')
    .select('id')
    .where('contact_id', '=', contactId)
    .where('status', 'in', ['Pending', 'Overdue'])
  return (await open.orderBy('id', 'desc').limit(1).executeTakeFirst())?.id
}
