import type { EInvoiceBody, SalesInvoiceDetail } from '@imperium/contract/sales/sales-invoices.ts'
import { conflict } from '../../../platform/errors.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { fieldConflict, found } from '../../../platform/resources/checks.ts'
import { findEInvoice, saveEInvoice } from './e-invoice-store.ts'
import { lockInvoice } from './invoice-store.ts'
import { readInvoice } from './read-invoice.ts'

/**
 * The seam of e-invoicing: an adapter hears of issued invoices by the event `invoice.issued`, registers them, and brings the answer here.
 * @throws 404; 409 for a draft or a void invoice, and for the number of another invoice.
 */
export async function setEInvoice(
  platform: Platform,
  { tx, audit }: OrgContext,
  id: string,
  body: EInvoiceBody,
): Promise<SalesInvoiceDetail> {
  const row = found(await lockInvoice(tx, id))
  if (row.number === null || row.status === 'Void') throw conflict('Only issued invoices are registered.')
  const before = await findEInvoice(tx, id)
  if (!(await saveEInvoice(tx, id, body))) throw fieldConflict('irn', 'Another invoice has this number')
  audit({ targetName: row.number, before: { irn: before?.irn ?? null }, after: { irn: body.irn, ackNumber: body.ackNumber } })
  return readInvoice(platform, tx, id)
}
