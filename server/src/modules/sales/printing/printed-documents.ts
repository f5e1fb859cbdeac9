import { countryName } from '@imperium/contract/countries.ts'
import type { Language } from '@imperium/contract/languages.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { found } from '../../../platform/resources/checks.ts'
import { taxesOf } from '../documents/document-columns.ts'
import { linesOf } from '../documents/line-store.ts'
import type { CustomerColumns } from '../documents/read-customer.ts'
import { findEInvoice } from '../invoices/e-invoice-store.ts'
import { findInvoice } from '../invoices/invoice-store.ts'
import type { InvoiceRow } from '../invoices/invoice-store.ts'
import { listCreditNotes } from '../invoices/payment-store.ts'
import { readSeller, sellerOf } from '../invoices/seller.ts'
import type { Seller } from '../invoices/seller.ts'
import { writtenDay } from '../mail/mail-texts.ts'
import { selectOrder } from '../orders/order-store.ts'
import { selectQuotation } from '../quotations/quotation-store.ts'
import { readLook, readSettings } from '../settings/settings-store.ts'
import { ownValue, statementsOf, titleOf } from './tax-statements.ts'
import type { PrintedDocument } from './render-document.ts'

/** Of a document that is not issued, the seller as of now. */
const sellerNow = async (tx: OrgTx): Promise<Seller> => sellerOf(tx, await readSettings(tx))
const sellerOfInvoice = async (tx: OrgTx, row: InvoiceRow): Promise<Seller> =>
  row.seller === null ? sellerNow(tx) : readSeller(row.seller)

const customerOf = (row: Omit<CustomerColumns, 'contact_id'>) => ({
  name: row.customer,
  address: [row.customer_address, countryName(row.customer_country, 'en')].filter(Boolean).join('\n'),
  email: row.customer_email,
  taxId: row.customer_tax_id,
  placeOfSupply: row.place_of_supply,
})

interface Totals {
  currency: string
  subtotal: number
  discount: number
  taxes: unknown
  round_off: number
  amount: number
}

const totalsOf = ({ currency, subtotal, discount, taxes, round_off, amount }: Totals) => ({
  currency,
  subtotal,
  discount,
  taxes: taxesOf(taxes),
  roundOff: round_off,
  total: amount,
})

const written = (day: string | null, language: Language) => (day === null ? null : writtenDay(day, language))
const nothingAfter = { after: [], reverseCharge: false } as const

/** @throws 404. */
export async function printedInvoice(tx: OrgTx, id: string, language: Language): Promise<PrintedDocument> {
  const row = found(await findInvoice(tx, id))
  const seller = await sellerOfInvoice(tx, row)
  const { paid, credited, released, amount } = row
  const lines = await linesOf(tx, 'sales_invoice_lines', id)
  return {
    language,
    title: titleOf(seller, row, lines),
    stamp: row.status === 'Draft' ? 'draft' : row.status === 'Void' ? 'void' : null,
    look: await readLook(tx),
    facts: [
      ['number', row.number],
      ['date', written(row.date, language)],
      ['due', written(row.due_date, language)],
      ['order', row.order_ref],
      ['buyerReference', row.buyer_reference],
    ],
    seller,
    customer: customerOf(row),
    lines,
    ...totalsOf(row),
    statements: statementsOf(seller, row),
    own: ownValue(seller, row, row),
    after: [
      ...(paid > 0 ? ([['paid', paid - released]] as const) : []),
      ...(credited > 0 ? ([['credited', credited]] as const) : []),
      ...(paid > 0 || credited > 0 ? ([['balance', amount - paid - credited + released]] as const) : []),
    ],
    eInvoice: await findEInvoice(tx, id),
    notes: row.notes,
    reverseCharge: row.reverse_charge,
  }
}

/** @throws 404. */
export async function printedCreditNote(tx: OrgTx, id: string, noteId: string, language: Language): Promise<PrintedDocument> {
  const row = found(await findInvoice(tx, id))
  const note = found((await listCreditNotes(tx, id)).find((each) => each.id === noteId))
  const seller = await sellerOfInvoice(tx, row)
  return {
    language,
    title: 'creditNote',
    stamp: null,
    look: await readLook(tx),
    facts: [
      ['number', note.number],
      ['date', written(note.date, language)],
      // Rule 53 of the CGST Rules: number and date of the invoice.
      ['against', `${row.number ?? ''}, ${written(row.date, language) ?? ''}`],
      ['reason', note.reason],
    ],
    seller,
    customer: customerOf(row),
    lines: note.lines,
    ...totalsOf({ ...note, currency: row.currency }),
    ...nothingAfter,
    statements: statementsOf(seller, row),
    own: ownValue(seller, row, note),
    notes: '',
    reverseCharge: row.reverse_charge,
  }
}

/** @throws 404. */
export async function printedOrder(tx: OrgTx, id: string, language: Language): Promise<PrintedDocument> {
  const row = found(await selectOrder(tx, id))
  return {
    language,
    title: 'salesOrder',
    stamp: row.status === 'Cancelled' ? 'cancelled' : null,
    look: await readLook(tx),
    facts: [
      ['number', row.number],
      ['date', written(row.date, language)],
    ],
    seller: await sellerNow(tx),
    customer: customerOf(row),
    lines: await linesOf(tx, 'sales_order_lines', id),
    ...totalsOf(row),
    ...nothingAfter,
    notes: row.notes,
  }
}

/** @throws 404. */
export async function printedQuotation(tx: OrgTx, id: string, language: Language): Promise<PrintedDocument> {
  const row = found(await selectQuotation(tx, id))
  return {
    language,
    title: 'quotation',
    stamp: row.status === 'Draft' ? 'draft' : null,
    look: await readLook(tx),
    facts: [
      ['number', row.number],
      ['date', written(row.date, language)],
      ['validUntil', written(row.valid_until, language)],
    ],
    seller: await sellerNow(tx),
    customer: customerOf(row),
    lines: await linesOf(tx, 'sales_quotation_lines', id),
    ...totalsOf(row),
    ...nothingAfter,
    notes: row.notes,
  }
}
