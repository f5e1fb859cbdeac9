import { salesEvents } from '@imperium/contract/events/sales.ts'
import type { QuotationStatus } from '@imperium/contract/sales/sales-quotations.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found, nextStamp } from '../../../platform/resources/checks.ts'
import { copiedColumns, discountOfRow, documentColumns, rulesOf, supplyOf } from '../documents/document-columns.ts'
import { linesOf } from '../documents/line-store.ts'
import { nextNumber } from '../documents/number-series.ts'
import { todayOf } from '../documents/today-of.ts'
import { insertOrder } from '../orders/order-store.ts'
import { readSettings } from '../settings/settings-store.ts'
import { lockQuotation, writeQuotation } from './quotation-store.ts'
import type { QuotationRow } from './quotation-store.ts'

export interface Decision {
  answer: 'Accepted' | 'Declined'
  /** Who decided: the name that the customer typed, or the member. */
  by: string
  reason: string
}

export interface Decided {
  number: string
  status: QuotationStatus
  /** False: it was decided, or over, before. */
  isNew: boolean
}

/**
 * Takes the customer's answer, once: of two at the same time the first one counts, and repeats change nothing. An accepted quotation
 * becomes an order, with the amounts that were accepted. @throws 404; 409 for a draft.
 */
export async function decideQuotation(platform: Platform, tx: OrgTx, id: string, decision: Decision): Promise<Decided> {
  const row = found(await lockQuotation(tx, id))
  const { number } = row
  // The table's check holds the statuses of the contract.
  if (row.status !== 'Sent') {
    if (row.status === 'Draft') throw conflict('Send the quotation first.')
    return { number, status: row.status as QuotationStatus, isNew: false }
  }
  const today = await todayOf(platform, tx)
  const now = platform.clock.now()
  const updated_at = nextStamp(row, now)
  if (row.valid_until < today) {
    await writeQuotation(tx, id, { status: 'Expired', updated_at })
    return { number, status: 'Expired', isNew: false }
  }
  const { answer, by, reason } = decision
  const decided = { status: answer, decided_at: now, decided_by: by, decline_reason: reason, updated_at }
  const facts = { quotationId: id, number, contactId: row.contact_id, currency: row.currency, amount: row.amount }
  if (answer === 'Declined') {
    await writeQuotation(tx, id, decided)
    await platform.events.emit(tx, salesEvents.quotationDeclined, { ...facts, reason })
  } else {
    const orderId = await orderOf(tx, row, today)
    await writeQuotation(tx, id, { ...decided, order_id: orderId })
    await platform.events.emit(tx, salesEvents.quotationAccepted, { ...facts, orderId })
  }
  return { number, status: answer, isNew: true }
}

async function orderOf(tx: OrgTx, row: QuotationRow, today: string): Promise<string> {
  const settings = await readSettings(tx)
  const id = newId()
  const number = await nextNumber(tx, settings.orderPrefix, today, settings.yearStartMonth)
  const lines = await linesOf(tx, 'sales_quotation_lines', row.id)
  const { lineRows } = documentColumns(lines, rulesOf(settings, supplyOf(row)), discountOfRow(row))
  const { subtotal, discount, tax, round_off, amount } = row
  const totals = { subtotal, discount, taxes: JSON.stringify(row.taxes), tax, round_off, amount }
  await insertOrder(tx, { id, number, ...copiedColumns(row), date: today }, { totals, lineRows })
  return id
}
