import type { SalesCreditBody, SalesInvoiceDetail } from '@imperium/contract/sales/sales-invoices.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found, nextStamp } from '../../../platform/resources/checks.ts'
import { insertMove } from '../credits/credit-store.ts'
import { supplyOf, taxesOf, totalColumns } from '../documents/document-columns.ts'
import { lineRowsOf } from '../documents/line-store.ts'
import { nextNumber } from '../documents/number-series.ts'
import { todayOf } from '../documents/today-of.ts'
import { postCredit, postCreditNote } from '../ledger/post-sales.ts'
import { restock } from '../products/move-stock.ts'
import { readSettings } from '../settings/settings-store.ts'
import { computeCredit } from './compute-credit.ts'
import { factsOf, tellPaid } from './invoice-events.ts'
import { lockInvoice, writeProgress } from './invoice-store.ts'
import type { InvoiceProgress, InvoiceRow } from './invoice-store.ts'
import { insertCreditNote, listCreditNotes } from './payment-store.ts'
import { readInvoice } from './read-invoice.ts'
import { readSeller, rulesOfSeller } from './seller.ts'
import { dueOf, isOpen } from './settle-invoice.ts'

/**
 * What was paid of it and is credited now goes to the credit balance of the customer; products go back to the stock unless the caller keeps them out.
 * @throws 404; 409 for a draft or a void invoice, and where nothing is left to credit; 422 for more than is left of a line.
 */
export async function creditInvoice(
  platform: Platform,
  { tx, audit }: OrgContext,
  id: string,
  body: SalesCreditBody,
): Promise<SalesInvoiceDetail> {
  const row = found(await lockInvoice(tx, id))
  if (row.status === 'Credited') throw conflict('The invoice is credited in full already.')
  if (!isOpen(row) && row.status !== 'Paid') throw conflict('Credit notes can be issued for issued invoices that are not void.')
  const settings = await readSettings(tx)
  const today = await todayOf(platform, tx)
  const { lines, computed } = computeCredit({
    lines: await lineRowsOf(tx, 'sales_invoice_lines', id),
    taxes: taxesOf(row.taxes),
    earlier: (await listCreditNotes(tx, id)).map((note) => ({ lines: note.lines, taxes: taxesOf(note.taxes) })),
    chosen: body.lines,
    left: row.amount - row.credited,
    rules: rulesOfSeller(readSeller(row.seller), supplyOf(row)),
  })
  const number = await nextNumber(tx, settings.creditPrefix, today, settings.yearStartMonth)
  const noteId = newId()
  await insertCreditNote(tx, id, { id: noteId, number, date: today, reason: body.reason }, lines, totalColumns(computed))
  await postCreditNote(tx, { id: noteId, currency: row.currency }, totalColumns(computed))
  if (body.restock) await restock(tx, lines)
  const progress = await progressOf(tx, row, { credited: row.credited + computed.total, today })
  await writeProgress(tx, id, { ...progress, updated_at: nextStamp(row, platform.clock.now()) })
  const { status, credited } = progress
  if (status === 'Paid' && row.status !== 'Paid') await tellPaid(platform, tx, factsOf(row), row.paid, row.payment_method ?? 'Other')
  audit({ targetName: row.number ?? '', before: { credited: row.credited }, after: { credited, status, number, reason: body.reason } })
  return readInvoice(platform, tx, id)
}

/** Where the invoice stands now. What it was paid beyond the rest of it is released to the customer's credit. */
async function progressOf(
  tx: OrgTx,
  row: InvoiceRow,
  { credited, today }: { credited: number; today: string },
): Promise<Omit<InvoiceProgress, 'updated_at'>> {
  const excess = Math.max(0, -dueOf({ ...row, credited }))
  if (excess > 0) {
    const moveId = newId()
    const { id: invoice_id, contact_id, customer, currency } = row
    await insertMove(tx, { id: moveId, contact_id, customer, kind: 'credited', currency, amount: excess, date: today, invoice_id })
    await postCredit(tx, { id: moveId, currency, amount: excess })
  }
  const released = row.released + excess
  return { status: statusAfter(row, { credited, due: dueOf({ ...row, credited, released }) }), credited, released }
}

function statusAfter(row: InvoiceRow, { credited, due }: { credited: number; due: number }): 'Pending' | 'Paid' | 'Overdue' | 'Credited' {
  if (credited >= row.amount && row.amount > 0) return 'Credited'
  if (due <= 0) return 'Paid'
  return row.status === 'Overdue' ? 'Overdue' : 'Pending'
}
