import type { SalesInvoiceDetail, SalesPayment, SalesPaymentBody } from '@imperium/contract/sales/sales-invoices.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict, invalid } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { fieldConflict, found, nextStamp } from '../../../platform/resources/checks.ts'
import type { SalesContext } from '../documents/sales-context.ts'
import { todayOf } from '../documents/today-of.ts'
import { postPayment, postVoid } from '../ledger/post-sales.ts'
import { moveStock } from '../products/move-stock.ts'
import { factsOf, tellPaid } from './invoice-events.ts'
import { lockInvoice, writeProgress } from './invoice-store.ts'
import type { InvoiceRow } from './invoice-store.ts'
import { insertPayment } from './payment-store.ts'
import { readInvoice } from './read-invoice.ts'
import { readSeller } from './seller.ts'

export const isOpen = ({ status }: Pick<InvoiceRow, 'status'>): boolean => status === 'Pending' || status === 'Overdue'

export const dueOf = ({ amount, credited, paid, released }: Pick<InvoiceRow, 'amount' | 'credited' | 'paid' | 'released'>): number =>
  amount - credited - paid + released

/** Of an open invoice, at most what is due; the invoice's row is locked. What came from a credit balance is posted with it. */
export async function applyPayment(
  platform: Platform,
  tx: OrgTx,
  row: InvoiceRow,
  payment: Omit<SalesPayment, 'id'>,
  byWorkflow = false,
): Promise<{ id: string; paid: number; status: 'Paid' | 'Overdue' | 'Pending' }> {
  const { amount, withheld, method } = payment
  const id = newId()
  await insertPayment(tx, row.id, { id, ...payment })
  if (method !== 'Credit balance') await postPayment(tx, { id, currency: row.currency, amount, withheld })
  const paid = row.paid + amount
  const status = amount === dueOf(row) ? 'Paid' : row.status === 'Overdue' ? 'Overdue' : 'Pending'
  await writeProgress(tx, row.id, { status, paid, payment_method: method, updated_at: nextStamp(row, platform.clock.now()) })
  if (status === 'Paid') await tellPaid(platform, tx, factsOf(row, byWorkflow), paid, method)
  return { id, paid, status }
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
  if (body.withheld > body.amount) throw invalid([{ path: 'withheld', message: 'This is more than the amount' }])
  const today = await todayOf(platform, tx)
  const { amount, withheld, method, date = today, reference } = body
  if (date > today) throw invalid([{ path: 'date', message: 'The day of payment is in the future' }])
  const { paid, status } = await applyPayment(platform, tx, row, { amount, withheld, method, date, reference }, byWorkflow)
  audit({ targetName: row.number ?? '', before: { paid: row.paid }, after: { paid, status, amount, withheld, method } })
  return readInvoice(platform, tx, id)
}

/**
 * Takes an issued invoice back as if it had never been. Under GST in its own month only: the return of an earlier month may be filed.
 * @throws 404; 409 unless it is issued, unpaid and without credit notes, and where its month is over.
 */
export async function voidInvoice(platform: Platform, { tx, audit }: OrgContext, id: string, reason: string): Promise<SalesInvoiceDetail> {
  const row = found(await lockInvoice(tx, id))
  if (!isOpen(row) || row.paid > 0 || row.credited > 0)
    throw conflict('Only issued invoices without payments and credit notes can be voided.')
  const month = (await todayOf(platform, tx)).slice(0, 7)
  if (readSeller(row.seller).taxRegime === 'GST' && row.date?.slice(0, 7) !== month)
    throw conflict('The month of this invoice is over and may be reported. Issue a credit note instead.')
  await postVoid(tx, row)
  if (row.order_id === null) await moveStock(tx, 'invoice', id, 'give back')
  await writeProgress(tx, id, { status: 'Void', void_reason: reason, updated_at: nextStamp(row, platform.clock.now()) })
  audit({ targetName: row.number ?? '', before: { status: row.status }, after: { status: 'Void', reason } })
  return readInvoice(platform, tx, id)
}
