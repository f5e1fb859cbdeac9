import type { FileResponse } from '@imperium/contract/kit/endpoint.ts'
import { isGstin } from '@imperium/contract/sales/gstin.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { gstr1Of, monthBounds } from '../../../platform/documents/gstr1.ts'
import type { GstDocument } from '../../../platform/documents/gstr1.ts'
import { conflict } from '../../../platform/errors.ts'
import { taxesOf } from '../documents/document-columns.ts'
import { readSettings } from '../settings/settings-store.ts'
import { gstCreditNotes, gstInvoices } from './gst-store.ts'
import type { GstRow } from './gst-store.ts'

const linesOf = (lines: readonly GstRow[]) =>
  lines.map(({ description, code, quantity, taxBasisPoints: basisPoints, amount: taxable }) => ({
    description,
    code,
    quantity,
    basisPoints,
    taxable,
  }))

/** The outward supplies of a month for the GST portal. Invoices in other currencies are left out. @throws 409 without a GSTIN. */
export async function exportGst(tx: OrgTx, month: string): Promise<FileResponse> {
  const { taxId: gstin } = await readSettings(tx)
  if (!isGstin(gstin)) throw conflict('Enter your GSTIN in the sales settings first.')
  const bounds = monthBounds(month)
  const invoices = (await gstInvoices(tx, bounds)).map((row): GstDocument => ({
    kind: 'invoice',
    number: row.number ?? '',
    date: row.date ?? '',
    total: row.amount,
    customerTaxId: row.customer_tax_id,
    placeOfSupply: row.place_of_supply ?? gstin.slice(0, 2),
    reverseCharge: row.reverse_charge,
    isVoid: row.status === 'Void',
    lines: linesOf(row.lines ?? []),
    taxes: taxesOf(row.taxes),
  }))
  const notes = (await gstCreditNotes(tx, bounds)).map((row): GstDocument => ({
    kind: 'credit-note',
    number: row.number,
    date: row.date,
    total: row.amount,
    customerTaxId: row.customer_tax_id,
    placeOfSupply: row.place_of_supply ?? gstin.slice(0, 2),
    reverseCharge: row.reverse_charge,
    isVoid: false,
    lines: linesOf(row.lines),
    taxes: taxesOf(row.taxes),
    invoiceTotal: row.invoice_amount,
  }))
  return { content: JSON.stringify(gstr1Of({ gstin, month }, [...invoices, ...notes]), null, 2), fileName: `gstr1-${month}.json` }
}
