import type { FileResponse } from '@imperium/contract/kit/endpoint.ts'
import { outsideIndia } from '@imperium/contract/sales/compute-tax.ts'
import { gstr1Of, monthBounds } from '../../../platform/documents/gstr1.ts'
import type { GstDocument } from '../../../platform/documents/gst-document.ts'
import type { Platform } from '../../../platform/platform.ts'
import { invoicesOfMonth } from './invoice-store.ts'
import { sellerOf } from './issue-invoice.ts'

/** The operator's outward supplies of a month for the GST portal, without those of the sandbox; empty where none is under GST. */
export async function exportGst(platform: Platform, month: string): Promise<FileResponse> {
  const { taxId: gstin } = sellerOf(platform)
  const rows = await platform.db.withSystem((tx) => invoicesOfMonth(tx, monthBounds(month)))
  const documents = rows.map(({ kind, number, date, amount, taxable, document, invoiceAmount }): GstDocument => {
    const { seller, customer, description, placeOfSupply, taxes } = document
    return {
      kind,
      number,
      date,
      total: amount,
      customerTaxId: customer.taxId,
      placeOfSupply: placeOfSupply ?? gstin.slice(0, 2),
      // What leaves India without tax does so under a letter of undertaking.
      supplyType: placeOfSupply !== outsideIndia ? 'regular' : taxes.length > 0 ? 'export' : 'export-lut',
      reverseCharge: false,
      isVoid: false,
      lines: [{ description, code: seller.sac, unit: '', quantity: 1, basisPoints: seller.taxBasisPoints, category: 'standard', taxable }],
      taxes,
      ...(invoiceAmount === null ? {} : { invoiceTotal: invoiceAmount }),
    }
  })
  return { content: JSON.stringify(gstr1Of({ gstin, month }, documents), null, 2), fileName: `gstr1-${month}.json` }
}
