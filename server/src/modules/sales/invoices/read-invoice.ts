import type { SalesInvoiceDetail } from '@imperium/contract/sales/sales-invoices.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { found } from '../../../platform/resources/checks.ts'
import { taxesOf, toLine } from '../documents/document-columns.ts'
import { findInvoice, linesOf, toInvoice } from './invoice-store.ts'
import { listCreditNotes, listPayments } from './payment-store.ts'

/** @throws 404. */
export async function readInvoice(tx: OrgTx, id: string): Promise<SalesInvoiceDetail> {
  const row = found(await findInvoice(tx, id))
  const notes = await listCreditNotes(tx, id)
  return {
    ...toInvoice(row),
    lines: (await linesOf(tx, id)).map(toLine),
    taxes: taxesOf(row.taxes),
    roundOff: row.round_off,
    payments: await listPayments(tx, id),
    creditNotes: notes.map(({ id: noteId, number, date, reason, amount }) => ({ id: noteId, number, date, reason, amount })),
    voidReason: row.void_reason,
  }
}
