import type { SalesInvoiceDetail } from '@imperium/contract/sales/sales-invoices.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found } from '../../../platform/resources/checks.ts'
import { discountOfRow, taxesOf } from '../documents/document-columns.ts'
import { linesOf } from '../documents/line-store.ts'
import { payUrl } from '../links/sales-link.ts'
import { lettersWithoutFontOf } from '../printing/letters-without-font.ts'
import { creditOfInvoice } from '../credits/credit-store.ts'
import { readSettings } from '../settings/settings-store.ts'
import { findEInvoice } from './e-invoice-store.ts'
import { findInvoice, toInvoice } from './invoice-store.ts'
import { listCreditNotes, listPayments } from './payment-store.ts'
import { missingForIssue } from './missing-for-issue.ts'
import { sellerOf } from './seller.ts'

/** @throws 404. */
export async function readInvoice(platform: Platform, tx: OrgTx, id: string): Promise<SalesInvoiceDetail> {
  const row = found(await findInvoice(tx, id))
  const notes = await listCreditNotes(tx, id)
  const lines = await linesOf(tx, 'sales_invoice_lines', id)
  // Of a draft: the one that it would be issued by now.
  const seller = row.status === 'Draft' ? await sellerOf(tx, await readSettings(tx)) : null
  return {
    ...toInvoice(row),
    lines,
    ...discountOfRow(row),
    taxes: taxesOf(row.taxes),
    roundOff: row.round_off,
    payments: await listPayments(tx, id),
    creditNotes: notes.map(({ id: noteId, number, date, reason, amount }) => ({ id: noteId, number, date, reason, amount })),
    eInvoice: await findEInvoice(tx, id),
    voidReason: row.void_reason,
    overpaid: await creditOfInvoice(tx, id, 'overpaid'),
    payUrl: row.number === null ? null : payUrl(platform, tx.orgId, row),
    missing: seller ? missingForIssue(row, lines, seller) : [],
    missingLetters: row.status === 'Draft' ? await lettersWithoutFontOf(tx, row, lines) : [],
  }
}
