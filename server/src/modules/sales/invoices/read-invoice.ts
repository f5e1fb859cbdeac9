import type { SalesInvoiceDetail } from '@imperium/contract/sales/sales-invoices.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found } from '../../../platform/resources/checks.ts'
import { taxesOf } from '../documents/document-columns.ts'
import { linesOf } from '../documents/line-store.ts'
import { payUrl } from '../links/sales-link.ts'
import { unappliedOf } from '../payments/checkout-store.ts'
import { lettersWithoutFontOf } from '../printing/letters-without-font.ts'
import { findEInvoice } from './e-invoice-store.ts'
import { findInvoice, toInvoice } from './invoice-store.ts'
import { listCreditNotes, listPayments } from './payment-store.ts'

/** @throws 404. */
export async function readInvoice(platform: Platform, tx: OrgTx, id: string): Promise<SalesInvoiceDetail> {
  const row = found(await findInvoice(tx, id))
  const notes = await listCreditNotes(tx, id)
  const lines = await linesOf(tx, 'sales_invoice_lines', id)
  return {
    ...toInvoice(row),
    lines,
    taxes: taxesOf(row.taxes),
    roundOff: row.round_off,
    payments: await listPayments(tx, id),
    creditNotes: notes.map(({ id: noteId, number, date, reason, amount }) => ({ id: noteId, number, date, reason, amount })),
    eInvoice: await findEInvoice(tx, id),
    voidReason: row.void_reason,
    overpaid: await unappliedOf(tx, id),
    payUrl: row.number === null ? null : payUrl(platform, tx.orgId, row),
    missingLetters: row.status === 'Draft' ? await lettersWithoutFontOf(tx, row, lines) : [],
  }
}
