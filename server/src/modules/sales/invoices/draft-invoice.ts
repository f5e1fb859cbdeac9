import type { SalesInvoiceBody, SalesInvoiceDetail, UpdateSalesInvoiceBody } from '@imperium/contract/sales/sales-invoices.ts'
import { conflict } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { assertFresh, found, nextStamp } from '../../../platform/resources/checks.ts'
import type { SalesContext } from '../documents/sales-context.ts'
import { prepareDocument } from '../documents/prepare-document.ts'
import { deleteDraft, insertDraft, lockInvoice, replaceDraft, toMicros } from './invoice-store.ts'
import type { InvoiceRow } from './invoice-store.ts'
import { assertOfOrder } from './draft-from-order.ts'
import { readInvoice } from './read-invoice.ts'

const draftColumns = ({ dueDate, notes, reverseCharge, buyerReference, exchangeRate }: SalesInvoiceBody) => ({
  buyer_reference: buyerReference,
  exchange_rate_micros: toMicros(exchangeRate),
  due_date: dueDate,
  notes,
  reverse_charge: reverseCharge,
})

/** @throws as `prepareDocument`. */
export async function createInvoice(platform: Platform, { tx, audit }: SalesContext, body: SalesInvoiceBody): Promise<SalesInvoiceDetail> {
  const { settings, customer, document } = await prepareDocument(tx, body, body.reverseCharge)
  await assertOfOrder(tx, null, body.lines, null)
  const id = newId()
  const { currency = settings.currency } = body
  await insertDraft(tx, { id, order_id: null, ...customer, currency, ...draftColumns(body) }, document)
  audit({ targetId: id, targetName: customer.customer, after: { amount: document.totals.amount, currency, lines: body.lines } })
  return readInvoice(platform, tx, id)
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
  await assertOfOrder(tx, row.order_id, body.lines, id)
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
