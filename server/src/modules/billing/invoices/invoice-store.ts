import { sql } from 'kysely'
import type { TaxAmount } from '@imperium/contract/sales/compute-tax.ts'
import type { AuthTx, OrgTx, SystemTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { InvoiceCustomer, InvoiceSeller } from './compute-invoice.ts'

/** What is printed, as it was on the day of issue. */
export interface InvoiceDocument {
  seller: InvoiceSeller
  customer: InvoiceCustomer
  description: string
  placeOfSupply: string | null
  taxes: TaxAmount[]
  isSandbox: boolean
  /** A contribution buys nothing: a receipt, and no tax document. */
  isReceipt?: boolean
  /** What the tax law wants to be said: reverse charge, export. */
  statement?: string
  /** Of a credit note: the invoice, and why. */
  against?: string
  reason?: string
}

export interface InvoiceRow {
  id: string
  kind: 'invoice' | 'credit-note'
  number: string
  orderId: string
  date: string
  currency: string
  taxable: number
  tax: number
  amount: number
  document: InvoiceDocument
}

const columns = [
  'id',
  'kind',
  'number',
  'order_id as orderId',
  sql<string>`to_char(date, 'YYYY-MM-DD')`.as('date'),
  'currency',
  'taxable',
  'tax',
  'amount',
  'document',
] as const
// Written by `insertInvoice`; the table's own check holds the kind to these words.
const toInvoice = (row: unknown): InvoiceRow => row as InvoiceRow

export async function insertInvoice(tx: OrgTx, row: Omit<InvoiceRow, 'id'> & { refundId?: string }): Promise<void> {
  const { kind, number, orderId, refundId = null, date, currency, taxable, tax, amount, document } = row
  await tx
    .insertInto('operator_invoices')
    .values({
      id: newId(),
      customer: tx.orgId,
      kind,
      number,
      date,
      currency,
      taxable,
      tax,
      amount,
      order_id: orderId,
      refund_id: refundId,
      document: JSON.stringify(document),
    })
    .execute()
}

export async function invoicesOfOrder(tx: OrgTx, orderId: string): Promise<InvoiceRow[]> {
  const rows = await tx
    .selectFrom('operator_invoices')
    .select(columns)
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('number')
    .execute()
  return rows.map(toInvoice)
}

export async function listInvoices(tx: OrgTx, limit: number): Promise<InvoiceRow[]> {
  const rows = await tx.selectFrom('operator_invoices').select(columns).orderBy('created_at', 'desc').limit(limit).execute()
  return rows.map(toInvoice)
}

export async function findInvoice(tx: OrgTx, id: string): Promise<InvoiceRow | undefined> {
  const row = await tx.selectFrom('operator_invoices').select(columns).where('id', '=', id).executeTakeFirst()
  return row && toInvoice(row)
}

/** Invoices and credit notes under GST in rupees, without those of the sandbox; of a credit note what its invoice was worth. */
export async function invoicesOfMonth(
  tx: SystemTx,
  { first, after }: { first: string; after: string },
): Promise<(InvoiceRow & { invoiceAmount: number | null })[]> {
  const rows = await tx
    .selectFrom('operator_invoices')
    .select(columns)
    .select(
      sql<
        number | null
      >`(select i.amount from app.operator_invoices i where operator_invoices.kind = 'credit-note' and i.order_id = operator_invoices.order_id
        and i.kind = 'invoice')`.as('invoiceAmount'),
    )
    .where(sql<boolean>`date >= ${first}::date and date < ${after}::date and currency = 'INR'`)
    .where(sql<boolean>`document->'seller'->>'taxRegime' = 'GST' and not (document->>'isSandbox')::boolean`)
    .orderBy('number')
    .execute()
  return rows.map(({ invoiceAmount, ...row }) => ({ ...toInvoice(row), invoiceAmount }))
}

/** The tax in a refund: its share of the invoice's, and with the last refund all that is left. */
export async function taxOfRefund(tx: OrgTx, orderId: string, amount: number, isLast: boolean): Promise<number> {
  const documents = await invoicesOfOrder(tx, orderId)
  const invoice = documents.find(({ kind }) => kind === 'invoice')
  if (!invoice) return 0
  const credited = documents.filter(({ kind }) => kind === 'credit-note').reduce((sum, { tax }) => sum + tax, 0)
  const left = invoice.tax - credited
  if (isLast) return left
  // Whole minor units for each part: CGST and SGST stay equal.
  const parts = Math.max(1, invoice.document.taxes.length)
  return Math.min(left, Math.floor((invoice.tax * amount) / invoice.amount / parts) * parts)
}

/** The next number of the operator's series; its row stays locked until the document is committed. */
export async function nextSerial(tx: AuthTx, prefix: string, period: string): Promise<number> {
  const row = await tx
    .insertInto('operator_series')
    .values({ prefix, period, last_number: 1 })
    .onConflict((on) => on.columns(['prefix', 'period']).doUpdateSet({ last_number: sql<number>`app.operator_series.last_number + 1` }))
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return row.last_number
}
