import type { SalesCreditBody, SalesInvoiceDetail, SalesPayment, SalesPaymentBody } from '@imperium/contract/sales/sales-invoices.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict, invalid } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { fieldConflict, found, nextStamp } from '../../../platform/resources/checks.ts'
import { totalColumns } from '../documents/document-columns.ts'
import type { SalesContext } from '../documents/sales-context.ts'
import { lineRowsOf } from '../documents/line-store.ts'
import { nextNumber } from '../documents/number-series.ts'
import { todayOf } from '../documents/today-of.ts'
import { postCreditNote, postReceived, postVoid } from '../ledger/post-sales.ts'
import { readSettings } from '../settings/settings-store.ts'
import { computeCredit } from './compute-credit.ts'
import { factsOf, tellPaid } from './invoice-events.ts'
import { lockInvoice, writeProgress } from './invoice-store.ts'
import type { InvoiceRow } from './invoice-store.ts'
import { insertCreditNote, insertPayment, listCreditNotes } from './payment-store.ts'
import { readInvoice } from './read-invoice.ts'
import { readSeller, rulesOfSeller } from './seller.ts'

export const isOpen = ({ status }: Pick<InvoiceRow, 'status'>): boolean => status === 'Pending' || status === 'Overdue'

export const dueOf = ({ amount, credited, paid }: Pick<InvoiceRow, 'amount' | 'credited' | 'paid'>): number => amount - credited - paid

/** Of an open invoice, at most what is due; the invoice's row is locked. */
export async function applyPayment(
  platform: Platform,
  tx: OrgTx,
  row: InvoiceRow,
  payment: Omit<SalesPayment, 'id'>,
  byWorkflow = false,
): Promise<{ paid: number; status: 'Paid' | 'Overdue' | 'Pending' }> {
  const { amount, method } = payment
  const id = newId()
  await insertPayment(tx, row.id, { id, ...payment })
  await postReceived(tx, { id, currency: row.currency, amount })
  const paid = row.paid + amount
  const status = amount === dueOf(row) ? 'Paid' : row.status === 'Overdue' ? 'Overdue' : 'Pending'
  await writeProgress(tx, row.id, { status, paid, payment_method: method, updated_at: nextStamp(row, platform.clock.now()) })
  if (status === 'Paid') await tellPaid(platform, tx, factsOf(row, byWorkflow), paid, method)
  return { paid, status }
}

/** @throws 404; 409 unless the invoice is open, and for more than is due; 422 for a day to come. */
export async function recordPayment(
  platform: Platform,
  { tx, audit, byWorkflow }: SalesContext,
  id: string,
  body: SalesPaymentBody,
): Promise<SalesInvoiceDetail> {
  const row = found(await lockInvoice(tx, id))
  if (!isOpen(row)) throw conflict('Payments can be recorded for issued invoices that are not paid or void.')
  if (body.amount > dueOf(row)) throw fieldConflict('amount', 'This is more than is due')
  const today = await todayOf(platform, tx)
  const { amount, method, date = today, reference } = body
  if (date > today) throw invalid([{ path: 'date', message: 'The day of payment is in the future' }])
  const { paid, status } = await applyPayment(platform, tx, row, { amount, method, date, reference }, byWorkflow)
  audit({ targetName: row.number ?? '', before: { paid: row.paid }, after: { paid, status, amount, method } })
  return readInvoice(platform, tx, id)
}

/** @throws 404; 409 for a draft or a void invoice, and where nothing is left to credit; 422 for more than is left of a line. */
export async function creditInvoice(
  platform: Platform,
  { tx, audit }: OrgContext,
  id: string,
  body: SalesCreditBody,
): Promise<SalesInvoiceDetail> {
  const row = found(await lockInvoice(tx, id))
  if (!isOpen(row) && row.status !== 'Paid') throw conflict('Credit notes can be issued for issued invoices that are not void.')
  const settings = await readSettings(tx)
  const today = await todayOf(platform, tx)
  const rules = rulesOfSeller(readSeller(row.seller), row.place_of_supply, row.reverse_charge)
  const earlier = (await listCreditNotes(tx, id)).flatMap(({ lines }) => lines)
  const { lines, computed } = computeCredit({
    lines: await lineRowsOf(tx, 'sales_invoice_lines', id),
    earlier,
    chosen: body.lines,
    left: row.amount - row.credited,
    rules,
  })
  const number = await nextNumber(tx, settings.creditPrefix, today, settings.yearStartMonth)
  const noteId = newId()
  await insertCreditNote(tx, id, { id: noteId, number, date: today, reason: body.reason }, lines, totalColumns(computed))
  await postCreditNote(tx, { id: noteId, currency: row.currency }, totalColumns(computed))
  const credited = row.credited + computed.total
  const status = statusAfterCredit(row, credited)
  await writeProgress(tx, id, { status, credited, updated_at: nextStamp(row, platform.clock.now()) })
  if (status === 'Paid' && row.status !== 'Paid') await tellPaid(platform, tx, factsOf(row), row.paid, row.payment_method ?? 'Other')
  audit({ targetName: row.number ?? '', before: { credited: row.credited }, after: { credited, status, number, reason: body.reason } })
  return readInvoice(platform, tx, id)
}

/** Nothing is due any more: paid if anything was paid, else void. */
function statusAfterCredit(row: InvoiceRow, credited: number): 'Pending' | 'Paid' | 'Overdue' | 'Void' {
  if (row.amount - credited - row.paid <= 0) return row.paid > 0 || row.amount === 0 ? 'Paid' : 'Void'
  return row.status === 'Overdue' ? 'Overdue' : 'Pending'
}

/** @throws 404; 409 unless it is issued, unpaid and without credit notes. */
export async function voidInvoice(platform: Platform, { tx, audit }: OrgContext, id: string, reason: string): Promise<SalesInvoiceDetail> {
  const row = found(await lockInvoice(tx, id))
  if (!isOpen(row) || row.paid > 0 || row.credited > 0)
    throw conflict('Only issued invoices without payments and credit notes can be voided.')
  await postVoid(tx, row)
  await writeProgress(tx, id, { status: 'Void', void_reason: reason, updated_at: nextStamp(row, platform.clock.now()) })
  audit({ targetName: row.number ?? '', before: { status: row.status }, after: { status: 'Void', reason } })
  return readInvoice(platform, tx, id)
}
