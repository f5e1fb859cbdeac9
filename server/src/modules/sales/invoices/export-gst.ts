import type { FileResponse } from '@imperium/contract/kit/endpoint.ts'
import type { SupplyType, TaxCategory } from '@imperium/contract/sales/compute-tax.ts'
import { isGstin } from '@imperium/contract/sales/gstin.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { inRupees } from '../../../platform/documents/gst-document.ts'
import type { GstDocument } from '../../../platform/documents/gst-document.ts'
import { gstr1Of, monthBounds } from '../../../platform/documents/gstr1.ts'
import { conflict } from '../../../platform/errors.ts'
import { taxesOf } from '../documents/document-columns.ts'
import { readSettings } from '../settings/settings-store.ts'
import { gstCreditNotes, gstInvoices } from './gst-store.ts'
import type { GstRow } from './gst-store.ts'

const microsOfRupee = 1_000_000

const linesOf = (lines: readonly GstRow[]): GstDocument['lines'] =>
  lines.map(
    ({ description, code, unit = '', quantity, taxBasisPoints: basisPoints, taxCategory = 'standard', amount, taxable = amount }) => ({
      description,
      code,
      unit,
      quantity,
      basisPoints,
      // The table's check holds the categories of the contract.
      category: taxCategory as TaxCategory,
      taxable,
    }),
  )

interface Reported {
  number: string | null
  date: string | null
  amount: number
  customer_tax_id: string
  place_of_supply: string | null
  supply_type: string
  reverse_charge: boolean
  taxes: unknown
  exchange_rate_micros: number | null
}

const documentOf = (row: Reported, lines: readonly GstRow[], state: string) => ({
  number: row.number ?? '',
  date: row.date ?? '',
  total: row.amount,
  customerTaxId: row.customer_tax_id,
  placeOfSupply: row.place_of_supply ?? state,
  // The table's check holds the kinds of the contract.
  supplyType: row.supply_type as SupplyType,
  reverseCharge: row.reverse_charge,
  lines: linesOf(lines),
  taxes: taxesOf(row.taxes),
})

/**
 * The outward supplies of a month for the GST portal, in rupees at the rate of each invoice.
 * @throws 409 without a GSTIN, and for a composition dealer, who files another return.
 */
export async function exportGst(tx: OrgTx, month: string): Promise<FileResponse> {
  const { taxId: gstin, isComposition } = await readSettings(tx)
  if (!isGstin(gstin)) throw conflict('Enter your GSTIN in the sales settings first.')
  if (isComposition) throw conflict('A composition dealer files GSTR-4, not GSTR-1.')
  const bounds = monthBounds(month)
  const state = gstin.slice(0, 2)
  const invoices = (await gstInvoices(tx, bounds)).map((row): GstDocument =>
    inRupees(
      { ...documentOf(row, row.lines ?? [], state), kind: 'invoice', isVoid: row.status === 'Void' },
      row.exchange_rate_micros ?? microsOfRupee,
    ),
  )
  const notes = (await gstCreditNotes(tx, bounds)).map((row): GstDocument => {
    const own = { kind: 'credit-note', isVoid: false, invoiceTotal: row.invoice_amount, invoiceDate: row.invoice_date ?? row.date } as const
    return inRupees({ ...documentOf(row, row.lines, state), ...own }, row.exchange_rate_micros ?? microsOfRupee)
  })
  return { content: JSON.stringify(gstr1Of({ gstin, month }, [...invoices, ...notes]), null, 2), fileName: `gstr1-${month}.json` }
}
