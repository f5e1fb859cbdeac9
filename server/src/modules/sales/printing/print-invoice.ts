import type { Language } from '@imperium/contract/languages.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { found } from '../../../platform/resources/checks.ts'
import { taxesOf, toLine } from '../documents/document-columns.ts'
import { findInvoice, linesOf } from '../invoices/invoice-store.ts'
import type { InvoiceRow } from '../invoices/invoice-store.ts'
import { listCreditNotes } from '../invoices/payment-store.ts'
import { readSeller, sellerOf } from '../invoices/seller.ts'
import type { Seller } from '../invoices/seller.ts'
import { readSettings } from '../settings/settings-store.ts'
import { renderDocument } from './render-document.ts'

/** Of a draft, the seller as of now. */
const sellerOfRow = async (tx: OrgTx, row: InvoiceRow): Promise<Seller> =>
  row.seller === null ? sellerOf(tx, await readSettings(tx)) : readSeller(row.seller)

const customerOf = (row: InvoiceRow) => ({
  name: row.customer,
  address: row.customer_address,
  email: row.customer_email,
  taxId: row.customer_tax_id,
  placeOfSupply: row.place_of_supply,
})

/** @throws 404. */
export async function printInvoice(tx: OrgTx, id: string, language: Language): Promise<string> {
  const row = found(await findInvoice(tx, id))
  const seller = await sellerOfRow(tx, row)
  const { paid, credited, amount } = row
  return renderDocument({
    language,
    title: seller.taxRegime === 'GST' ? 'taxInvoice' : 'invoice',
    stamp: row.status === 'Draft' ? 'draft' : row.status === 'Void' ? 'void' : null,
    facts: [
      ['number', row.number],
      ['date', row.date],
      ['due', row.due_date],
      ['order', row.order_ref],
    ],
    seller,
    customer: customerOf(row),
    currency: row.currency,
    lines: (await linesOf(tx, id)).map(toLine),
    subtotal: row.subtotal,
    taxes: taxesOf(row.taxes),
    roundOff: row.round_off,
    total: amount,
    after: [
      ...(paid > 0 ? ([['paid', paid]] as const) : []),
      ...(credited > 0 ? ([['credited', credited]] as const) : []),
      ...(paid > 0 || credited > 0 ? ([['balance', amount - paid - credited]] as const) : []),
    ],
    notes: row.notes,
    reverseCharge: row.reverse_charge,
  })
}

/** @throws 404. */
export async function printCreditNote(tx: OrgTx, id: string, noteId: string, language: Language): Promise<string> {
  const row = found(await findInvoice(tx, id))
  const note = found((await listCreditNotes(tx, id)).find((each) => each.id === noteId))
  return renderDocument({
    language,
    title: 'creditNote',
    stamp: null,
    facts: [
      ['number', note.number],
      ['date', note.date],
      ['against', row.number],
      ['reason', note.reason],
    ],
    seller: await sellerOfRow(tx, row),
    customer: customerOf(row),
    currency: row.currency,
    lines: note.lines,
    subtotal: note.subtotal,
    taxes: taxesOf(note.taxes),
    roundOff: note.round_off,
    total: note.amount,
    after: [],
    notes: '',
    reverseCharge: row.reverse_charge,
  })
}
