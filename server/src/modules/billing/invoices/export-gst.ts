import type { FileResponse } from '@imperium/contract/kit/endpoint.ts'
import { isGstin } from '@imperium/contract/sales/gstin.ts'
import { gstr1Of, monthBounds } from '../../../platform/documents/gstr1.ts'
import type { GstDocument } from '../../../platform/documents/gstr1.ts'
import { conflict } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { invoicesOfMonth } from './invoice-store.ts'
import { sellerOf } from './issue-invoice.ts'

/** The operator's outward supplies of a month for the GST portal, without those of the sandbox. @throws 409 without a GSTIN. */
export async function exportGst(platform: Platform, month: string): Promise<FileResponse> {
  const { taxId: gstin } = sellerOf(platform)
  if (!isGstin(gstin)) throw conflict('Set OPERATOR_TAX_REGIME and OPERATOR_TAX_ID first.')
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
      reverseCharge: false,
      isVoid: false,
      lines: [{ description, code: seller.sac, quantity: 1, basisPoints: seller.taxBasisPoints, taxable }],
      taxes,
      ...(invoiceAmount === null ? {} : { invoiceTotal: invoiceAmount }),
    }
  })
  return { content: JSON.stringify(gstr1Of({ gstin, month }, documents), null, 2), fileName: `gstr1-${month}.json` }
}
