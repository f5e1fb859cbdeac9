import { isGstin } from '@imperium/contract/sales/gstin.ts'
import { salesEvents } from '@imperium/contract/events/sales.ts'
import type { SalesInvoiceDetail } from '@imperium/contract/sales/sales-invoices.ts'
import { conflict, invalid } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found, nextStamp } from '../../../platform/resources/checks.ts'
import { discountOfRow, documentColumns, supplyOf } from '../documents/document-columns.ts'
import type { SalesContext } from '../documents/sales-context.ts'
import { linesOf } from '../documents/line-store.ts'
import { nextNumber } from '../documents/number-series.ts'
import { addDays } from '../documents/sales-days.ts'
import { todayOf } from '../documents/today-of.ts'
import { postInvoice } from '../ledger/post-sales.ts'
import { moveStock } from '../products/move-stock.ts'
import { readSettings } from '../settings/settings-store.ts'
import { lockInvoice, markIssued } from './invoice-store.ts'
import { factsOf, tellPaid } from './invoice-events.ts'
import { missingForIssue } from './missing-for-issue.ts'
import { readInvoice } from './read-invoice.ts'
import { rulesOfSeller, sellerOf } from './seller.ts'

/**
 * Gives a draft its serial and freezes it: totals are computed once more by the rules of today, and the seller is kept with it.
 * @throws 404; 409 when it is issued, the seller has no GSTIN under GST, or stock is missing; 422 for a due date in the past, and for what rule 46 asks.
 */
export async function issueInvoice(
  platform: Platform,
  { tx, audit, byWorkflow = false }: SalesContext,
  id: string,
): Promise<SalesInvoiceDetail> {
  const row = found(await lockInvoice(tx, id))
  if (row.status !== 'Draft') throw conflict('The invoice is issued already.')
  const settings = await readSettings(tx)
  const isGst = settings.taxRegime === 'GST'
  if (isGst && !isGstin(settings.taxId)) throw conflict('Enter your GSTIN in the sales settings first.')
  const today = await todayOf(platform, tx)
  const dueDate = row.due_date ?? addDays(today, settings.paymentDays)
  if (dueDate < today) throw invalid([{ path: 'dueDate', message: 'The due date is in the past' }])
  const seller = await sellerOf(tx, settings)
  const lines = await linesOf(tx, 'sales_invoice_lines', id)
  const missing = missingForIssue(row, lines, seller)
  if (missing.length > 0) throw invalid(missing)
  // A draft made before GST was switched on has no place of supply yet.
  const partyOfPlace = isGstin(row.customer_tax_id) ? row.customer_tax_id : settings.taxId
  const placeOfSupply = isGst ? (row.place_of_supply ?? partyOfPlace.slice(0, 2)) : null
  const rules = rulesOfSeller(seller, { ...supplyOf(row), placeOfSupply })
  const { totals } = documentColumns(lines, rules, discountOfRow(row))
  // An order took its products when it was confirmed.
  if (row.order_id === null) await moveStock(tx, 'invoice', id, 'take')
  const number = await nextNumber(tx, settings.invoicePrefix, today, settings.yearStartMonth)
  const status = totals.amount === 0 ? 'Paid' : 'Pending'
  const issued = { number, date: today, due_date: dueDate, seller: JSON.stringify(seller), status, place_of_supply: placeOfSupply } as const
  await markIssued(tx, id, { ...issued, updated_at: nextStamp(row, platform.clock.now()) }, totals)
  await postInvoice(tx, row, totals)
  const facts = factsOf({ ...row, number, amount: totals.amount, due_date: dueDate }, byWorkflow)
  await platform.events.emit(tx, salesEvents.issued, facts)
  if (status === 'Paid') await tellPaid(platform, tx, facts, 0, 'Other')
  audit({ targetName: number, after: { number, amount: totals.amount, currency: row.currency, dueDate } })
  return readInvoice(platform, tx, id)
}
