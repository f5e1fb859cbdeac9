import type { SalesInvoice, SalesInvoiceBody, SalesInvoiceDetail, UpdateSalesInvoiceBody } from '@imperium/contract/sales/sales-invoices.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { conflict } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { assertFresh, found, nextStamp } from '../../../platform/resources/checks.ts'
import { documentColumns, rulesOf } from '../documents/document-columns.ts'
import type { SalesContext } from '../documents/sales-context.ts'
import { linesOf } from '../documents/line-store.ts'
import { prepareDocument } from '../documents/prepare-document.ts'
import { findInvoiceOfOrder, lockOrder } from '../orders/order-store.ts'
import { readSettings } from '../settings/settings-store.ts'
import { deleteDraft, insertDraft, lockInvoice, replaceDraft } from './invoice-store.ts'
import type { InvoiceRow } from './invoice-store.ts'
import { readInvoice } from './read-invoice.ts'

const draftColumns = ({ dueDate, notes, reverseCharge }: SalesInvoiceBody) => ({
  due_date: dueDate,
  notes,
  reverse_charge: reverseCharge,
})

/** @throws as `prepareDocument`. */
export async function createInvoice(platform: Platform, { tx, audit }: SalesContext, body: SalesInvoiceBody): Promise<SalesInvoiceDetail> {
  const { settings, customer, document } = await prepareDocument(tx, body, body.reverseCharge)
  const id = newId()
  const { currency = settings.currency } = body
  await insertDraft(tx, { id, order_id: null, ...customer, currency, ...draftColumns(body) }, document)
  audit({ targetId: id, targetName: customer.customer, after: { amount: document.totals.amount, currency, lines: body.lines } })
  return readInvoice(platform, tx, id)
}

/** @throws 404; 409 unless the order is confirmed or completed, and when it has an invoice. */
export async function draftFromOrder(platform: Platform, { tx, audit }: OrgContext, orderId: string): Promise<SalesInvoice> {
  const order = found(await lockOrder(tx, orderId))
  if (order.status !== 'Confirmed' && order.status !== 'Completed') throw conflict('Confirm the order first.')
  const existing = await findInvoiceOfOrder(tx, orderId)
  if (existing)
    throw conflict(
      existing.number === null
        ? 'The order has a draft already.'
        : message('The order has the invoice {number} already.', { number: existing.number }),
    )
  const settings = await readSettings(tx)
  const document = documentColumns(await linesOf(tx, 'sales_order_lines', orderId), rulesOf(settings, order.place_of_supply))
  const id = newId()
  const { contact_id, customer, customer_email, customer_address, customer_tax_id, place_of_supply, currency, notes } = order
  const from = { contact_id, customer, customer_email, customer_address, customer_tax_id, place_of_supply, currency, notes }
  await insertDraft(tx, { id, order_id: orderId, ...from, due_date: null, reverse_charge: false }, document)
  audit({ targetId: orderId, targetName: order.number, after: { invoiceId: id, amount: document.totals.amount } })
  const {
    lines: _lines,
    taxes: _taxes,
    roundOff: _off,
    payments: _paid,
    creditNotes: _notes,
    voidReason: _void,
    overpaid: _over,
    payUrl: _url,
    missingLetters: _missing,
    ...invoice
  } = await readInvoice(platform, tx, id)
  return invoice
}

async function lockDraft({ tx }: Pick<OrgContext, 'tx'>, id: string): Promise<InvoiceRow> {
  const row = found(await lockInvoice(tx, id))
  if (row.status !== 'Draft') throw conflict('An issued invoice cannot be changed. Issue a credit note instead.')
  return row
}

/** @throws 404; 409 for a stale write and for an issued invoice. */
export async function updateInvoice(
  platform: Platform,
  context: OrgContext,
  id: string,
  { updatedAt, ...body }: UpdateSalesInvoiceBody,
): Promise<SalesInvoiceDetail> {
  const { tx, audit } = context
  const row = await lockDraft(context, id)
  assertFresh(row, updatedAt)
  const { customer, document } = await prepareDocument(tx, body, body.reverseCharge)
  const { currency = row.currency } = body
  const stamp = nextStamp(row, platform.clock.now())
  await replaceDraft(tx, id, { ...customer, currency, ...draftColumns(body), updated_at: stamp }, document)
  audit({ targetName: customer.customer, before: { amount: row.amount }, after: { amount: document.totals.amount, lines: body.lines } })
  return readInvoice(platform, tx, id)
}

/** @throws 404; 409 for an issued invoice. */
export async function removeInvoice(context: OrgContext, id: string): Promise<null> {
  const { customer, amount } = await lockDraft(context, id)
  await deleteDraft(context.tx, id)
  context.audit({ targetName: customer, before: { amount } })
  return null
}
