import type { Language } from '@imperium/contract/languages.ts'
import type { SendVia } from '@imperium/contract/sales/sales-documents.ts'
import type { SalesQuotationBody, SalesQuotationDetail, UpdateSalesQuotationBody } from '@imperium/contract/sales/sales-quotations.ts'
import type { SalesSettings } from '@imperium/contract/sales/sales-settings.ts'
import { conflict, invalid } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { assertFresh, found, nextStamp } from '../../../platform/resources/checks.ts'
import { copiedColumns, discountOfRow, documentColumns, rulesOf, supplyOf } from '../documents/document-columns.ts'
import { linesOf } from '../documents/line-store.ts'
import { nextNumber } from '../documents/number-series.ts'
import type { SalesContext } from '../documents/sales-context.ts'
import { prepareDocument } from '../documents/prepare-document.ts'
import { addDays } from '../documents/sales-days.ts'
import { todayOf } from '../documents/today-of.ts'
import { languageOfCustomer } from '../mail/language-of-customer.ts'
import { textDocument } from '../mail/text-document.ts'
import { sellerOf } from '../invoices/seller.ts'
import { quoteUrl } from '../links/sales-link.ts'
import { queueDocumentEmail } from '../mail/email-document-job.ts'
import { readSettings } from '../settings/settings-store.ts'
import { deleteQuotation, insertQuotation, lockQuotation, replaceQuotation, selectQuotation, writeQuotation } from './quotation-store.ts'
import type { QuotationRow } from './quotation-store.ts'
import { readQuotation } from './read-quotation.ts'

const numbered = (tx: OrgContext['tx'], { quotationPrefix, yearStartMonth }: SalesSettings, today: string): Promise<string> =>
  nextNumber(tx, quotationPrefix, today, yearStartMonth)

/** @throws 422 where it ends before it begins. */
function daysOf({ date, validUntil }: SalesQuotationBody, fallback: string, days: number): { date: string; valid_until: string } {
  const begins = date ?? fallback
  const ends = validUntil ?? addDays(begins, days)
  if (ends < begins) throw invalid([{ path: 'validUntil', message: 'The last day is before the day of the quotation' }])
  return { date: begins, valid_until: ends }
}

/** @throws as `prepareDocument`, and 422 for days in the wrong order. */
export async function createQuotation(
  platform: Platform,
  { tx, audit }: SalesContext,
  body: SalesQuotationBody,
): Promise<SalesQuotationDetail> {
  const { settings, customer, document } = await prepareDocument(tx, body)
  const today = await todayOf(platform, tx)
  const days = daysOf(body, today, settings.quotationDays)
  const id = newId()
  const number = await numbered(tx, settings, today)
  const { currency = settings.currency, notes } = body
  await insertQuotation(tx, { id, number, ...customer, currency, notes, ...days }, document)
  audit({ targetId: id, targetName: number, after: { amount: document.totals.amount, currency, lines: body.lines } })
  return readQuotation(platform, tx, id)
}

async function lockDraft({ tx }: Pick<OrgContext, 'tx'>, id: string): Promise<QuotationRow> {
  const row = found(await lockQuotation(tx, id))
  if (row.status !== 'Draft') throw conflict('A sent quotation cannot be changed. Make a copy instead.')
  return row
}

/** @throws 404; 409 for a stale write and for one that was sent. */
export async function updateQuotation(
  platform: Platform,
  context: OrgContext,
  id: string,
  { updatedAt, ...body }: UpdateSalesQuotationBody,
): Promise<SalesQuotationDetail> {
  const { tx, audit } = context
  const row = await lockDraft(context, id)
  assertFresh(row, updatedAt)
  const { settings, customer, document } = await prepareDocument(tx, body)
  const days = daysOf(body, row.date, settings.quotationDays)
  const { currency = row.currency, notes } = body
  const stamp = nextStamp(row, platform.clock.now())
  await replaceQuotation(tx, id, { ...customer, currency, notes, ...days, updated_at: stamp }, document)
  audit({ targetName: row.number, before: { amount: row.amount }, after: { amount: document.totals.amount, lines: body.lines } })
  return readQuotation(platform, tx, id)
}

/** @throws 404; 409 for one that was sent. */
export async function removeQuotation(context: OrgContext, id: string): Promise<null> {
  const { number, amount } = await lockDraft(context, id)
  await deleteQuotation(context.tx, id)
  context.audit({ targetName: number, before: { amount } })
  return null
}

/** @throws 404. */
export async function copyQuotation(platform: Platform, { tx, audit }: OrgContext, id: string): Promise<SalesQuotationDetail> {
  const row = found(await selectQuotation(tx, id))
  const settings = await readSettings(tx)
  const today = await todayOf(platform, tx)
  const newOne = newId()
  const number = await numbered(tx, settings, today)
  const document = documentColumns(await linesOf(tx, 'sales_quotation_lines', id), rulesOf(settings, supplyOf(row)), discountOfRow(row))
  const days = { date: today, valid_until: addDays(today, settings.quotationDays) }
  await insertQuotation(tx, { id: newOne, number, ...copiedColumns(row), ...days }, document)
  audit({ targetId: newOne, targetName: number, after: { copyOf: row.number } })
  return readQuotation(platform, tx, newOne)
}

/** Emails it, or texts its link; a draft is sent with it, and frozen. @throws 404; 409 once it is decided or over, and without an address. */
export async function sendQuotation(
  platform: Platform,
  { tx, audit }: SalesContext,
  id: string,
  { via = 'email', fallback = 'en' }: { via?: SendVia; fallback?: Language } = {},
): Promise<SalesQuotationDetail> {
  const row = found(await lockQuotation(tx, id))
  if (row.status !== 'Draft' && row.status !== 'Sent') throw conflict('This quotation is decided or over. Make a copy instead.')
  if (row.valid_until < (await todayOf(platform, tx))) throw conflict('This quotation is over. Change its last day, or make a copy.')
  if (via === 'email' && row.customer_email === '') throw conflict('The customer has no email address.')
  const now = platform.clock.now()
  await writeQuotation(tx, id, { status: 'Sent', sent_at: now, updated_at: nextStamp(row, now) })
  const language = await languageOfCustomer(tx, row.contact_id, fallback)
  if (via === 'email') await queueDocumentEmail(platform, tx, { kind: 'quotation', id, language })
  else {
    const { name: seller } = await sellerOf(tx, await readSettings(tx))
    const { contact_id: contactId, number, currency, amount, valid_until: date } = row
    const url = quoteUrl(platform, tx.orgId, row)
    await textDocument(platform, tx, {
      via,
      kind: 'quotation',
      language,
      contactId,
      number,
      currency,
      amount,
      due: amount,
      date,
      url,
      seller,
    })
  }
  audit({ targetName: row.number, before: { status: row.status }, after: { status: 'Sent', via } })
  return readQuotation(platform, tx, id)
}
