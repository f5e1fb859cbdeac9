import type { BillingRecord } from '@imperium/contract/billing/billing.ts'
import type { FileResponse } from '@imperium/contract/kit/endpoint.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict } from '../../../platform/errors.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found } from '../../../platform/resources/checks.ts'
import { csvExport } from '../../../platform/resources/csv-export.ts'
import { findOrder, listOrders } from '../order-store.ts'
import type { Order } from '../order-store.ts'
import { receiptPage } from '../receipt-page.ts'
import { invoicePage } from './invoice-page.ts'
import { findInvoice, invoicesOfOrder, listInvoices } from './invoice-store.ts'
import type { InvoiceRow } from './invoice-store.ts'

/** At most a hundred in all. */
const mostRecords = { paid: 97, unpaid: 3 }
const mostRows = 20_000

export async function listRecords(tx: OrgTx): Promise<BillingRecord[]> {
  const orders = await listOrders(tx, mostRecords)
  const documents = Map.groupBy(await listInvoices(tx, mostRows), ({ orderId }) => orderId)
  return orders.map((order) => toRecord(order, documents.get(order.id) ?? []))
}

const statusOf = ({ status, amount, refunded }: Order): BillingRecord['status'] => {
  if (refunded === amount) return 'REFUNDED'
  if (status === 'activated') return 'PAID'
  if (status === 'paid') return 'CREDITED'
  return status === 'failed' ? 'FAILED' : 'PENDING'
}

function toRecord(order: Order, documents: readonly InvoiceRow[]): BillingRecord {
  const { id, receipt, purpose, planType, billingCycle, amount, currency, provider, createdAt, refunded } = order
  return {
    id,
    invoiceNumber: documents.find(({ kind }) => kind === 'invoice')?.number ?? receipt,
    receipt,
    purpose,
    planType,
    billingCycle,
    amount,
    currency,
    refunded,
    creditNotes: documents.filter(({ kind }) => kind === 'credit-note').map((note) => ({ id: note.id, number: note.number })),
    status: statusOf(order),
    hasDocument: order.activatedAt !== null,
    isSandbox: provider === 'sandbox',
    createdAt: createdAt.toISOString(),
  }
}

/** The invoice of a payment, or a credit note by its own id; a receipt for payments from before there were invoices. @throws 404, 409. */
export async function documentPage(tx: OrgTx, id: string, organization: { name: string }): Promise<string> {
  const order = await findOrder(tx, id)
  if (!order) return invoicePage(found(await findInvoice(tx, id)))
  if (order.activatedAt === null) throw conflict('There is an invoice once the payment has arrived.')
  const invoice = (await invoicesOfOrder(tx, id)).find(({ kind }) => kind === 'invoice')
  return invoice ? invoicePage(invoice) : receiptPage(order, organization)
}

/** The same document for the PDF. @throws 404; 409 for what has no invoice. */
export async function invoiceOf(tx: OrgTx, id: string): Promise<InvoiceRow> {
  const order = await findOrder(tx, id)
  if (!order) return found(await findInvoice(tx, id))
  const invoice = (await invoicesOfOrder(tx, id)).find(({ kind }) => kind === 'invoice')
  if (!invoice) throw conflict('There is an invoice once the payment has arrived.')
  return invoice
}

const head = [
  'Number',
  'Kind',
  'Date',
  'For',
  'Seller tax ID',
  'Customer tax ID',
  'Place of supply',
  'SAC',
  'Currency',
  'Taxable',
  'CGST',
  'SGST',
  'IGST',
  'VAT',
  'Total',
]

function cells({ number, kind, date, currency, taxable, amount, document }: InvoiceRow): (string | number)[] {
  // Numbers, so that a spreadsheet adds up invoices and credit notes; whole minor units make no rounding.
  const decimal = (minor: number) => (kind === 'credit-note' && minor !== 0 ? -minor : minor) / 100
  const taxOf = (...kinds: string[]) =>
    decimal(document.taxes.filter((each) => kinds.includes(each.kind)).reduce((sum, each) => sum + each.amount, 0))
  const { seller, customer, description, placeOfSupply } = document
  const about = [number, kind, date, description, seller.taxId, customer.taxId, placeOfSupply ?? '', seller.sac, currency]
  const taxes = [taxOf('CGST'), taxOf('SGST', 'UTGST'), taxOf('IGST'), taxOf('VAT')]
  return [...about, decimal(taxable), ...taxes, decimal(amount)]
}

export const invoicesCsv = ({ clock }: Platform, inOrg: OrgContext['inOrg']): FileResponse =>
  csvExport<InvoiceRow, never>({
    name: 'invoices',
    now: clock.now(),
    head,
    cells,
    read: () => inOrg(async (tx) => ({ rows: await listInvoices(tx, mostRows), next: null })),
  })
