import { Currency } from '@imperium/contract/sales/sales-documents.ts'
import { SalesInvoiceBody } from '@imperium/contract/sales/sales-invoices.ts'
import type { RecurringInvoiceBody, RecurringInvoiceDetail, UpdateRecurringInvoiceBody } from '@imperium/contract/sales/sales-recurring.ts'
import { lineAmount } from '@imperium/contract/sales/compute-tax.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict, invalid } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { assertFresh, found, nextStamp } from '../../../platform/resources/checks.ts'
import { prepareDocument } from '../documents/prepare-document.ts'
import { occurrence } from '../documents/sales-days.ts'
import { todayOf } from '../documents/today-of.ts'
import { lettersWithoutFontOf } from '../printing/letters-without-font.ts'
import {
  deleteRecurring,
  findRecurring,
  hasInvoiceOf,
  insertRecurring,
  invoicesOfRecurring,
  lockRecurring,
  toRecurring,
  writeRecurring,
} from './recurring-store.ts'
import type { RecurringRow } from './recurring-store.ts'

/** Written by `columnsOf`. */
export const bodyOfRow = ({ body }: Pick<RecurringRow, 'body'>): SalesInvoiceBody => SalesInvoiceBody.parse(body)

/** @throws 404. */
export async function readRecurring(tx: OrgTx, id: string): Promise<RecurringInvoiceDetail> {
  const row = found(await findRecurring(tx, id))
  const {
    customerEmail = '',
    contactId: _contact,
    customer: _customer,
    currency: _currency,
    dueDate: _due,
    lines,
    ...body
  } = bodyOfRow(row)
  return {
    ...toRecurring(row),
    customerEmail,
    ...body,
    lines: lines.map((line) => ({ ...line, amount: lineAmount(line), taxable: lineAmount(line) })),
    invoices: await invoicesOfRecurring(tx, id),
    missingLetters: await lettersWithoutFontOf(
      tx,
      { customer: row.customer, customer_address: body.customerAddress ?? '', customer_email: customerEmail, notes: body.notes ?? '' },
      lines,
    ),
  }
}

/** @throws 422 for a start that passed, and an end before it. */
async function columnsOf(platform: Platform, tx: OrgTx, body: RecurringInvoiceBody, keptCurrency?: SalesInvoiceBody['currency']) {
  const { every, interval, startsOn, endsOn, mode, ...given } = body
  const { settings, customer, document } = await prepareDocument(tx, given, given.reverseCharge)
  if (startsOn < (await todayOf(platform, tx))) throw invalid([{ path: 'startsOn', message: 'The start is in the past' }])
  if (endsOn !== null && endsOn < startsOn) throw invalid([{ path: 'endsOn', message: 'The end is before the start' }])
  if (mode === 'send' && customer.customer_email === '')
    throw invalid([{ path: 'customerEmail', message: 'The customer has no email address to send invoices to' }])
  const { currency = keptCurrency ?? settings.currency } = given
  const invoice: SalesInvoiceBody = {
    ...given,
    currency,
    dueDate: null,
    customer: customer.customer,
    customerEmail: customer.customer_email,
    customerTaxId: customer.customer_tax_id,
  }
  return {
    contact_id: customer.contact_id,
    customer: customer.customer,
    body: JSON.stringify(invoice),
    currency,
    amount: document.totals.amount,
    every,
    interval_count: interval,
    starts_on: startsOn,
    anchor_day: Number(startsOn.slice(8)),
    next_on: startsOn,
    ends_on: endsOn,
    mode,
    made: 0,
    failure: '',
  }
}

/** @throws as `prepareDocument`, and 422 for days in the wrong order. */
export async function createRecurring(
  platform: Platform,
  { tx, audit }: OrgContext,
  body: RecurringInvoiceBody,
): Promise<RecurringInvoiceDetail> {
  const columns = await columnsOf(platform, tx, body)
  const id = newId()
  await insertRecurring(tx, { id, ...columns })
  const { every, mode, amount, currency } = columns
  audit({ targetId: id, targetName: columns.customer, after: { every, mode, amount, currency, startsOn: body.startsOn } })
  return readRecurring(tx, id)
}

/** @throws 404; 409 for a stale write. */
export async function updateRecurring(
  platform: Platform,
  { tx, audit }: OrgContext,
  id: string,
  { updatedAt, ...body }: UpdateRecurringInvoiceBody,
): Promise<RecurringInvoiceDetail> {
  const row = found(await lockRecurring(tx, id))
  assertFresh(row, updatedAt)
  const columns = await columnsOf(platform, tx, body, Currency.parse(row.currency))
  // Its next day as it stood: the last day of a short month still stands for the day it began on.
  if (body.startsOn === row.next_on && occurrence(body.startsOn, { every: 'month' }, 0, row.anchor_day) === body.startsOn)
    columns.anchor_day = row.anchor_day
  if (await hasInvoiceOf(tx, id, body.startsOn)) throw invalid([{ path: 'startsOn', message: 'The invoice of this day was made already' }])
  // An edit mends what paused it; what a person paused stays so.
  const status = row.status === 'Paused' && row.failure === '' ? 'Paused' : 'Active'
  await writeRecurring(tx, id, { ...columns, status, updated_at: nextStamp(row, platform.clock.now()) })
  audit({
    targetName: columns.customer,
    before: { amount: row.amount, every: row.every },
    after: { amount: columns.amount, every: columns.every },
  })
  return readRecurring(tx, id)
}

/** @throws 404; 409 unless it is active. */
export async function pauseRecurring({ clock }: Platform, { tx, audit }: OrgContext, id: string): Promise<RecurringInvoiceDetail> {
  const row = found(await lockRecurring(tx, id))
  if (row.status !== 'Active') throw conflict('Only active recurring invoices can be paused.')
  await writeRecurring(tx, id, { status: 'Paused', updated_at: nextStamp(row, clock.now()) })
  audit({ targetName: row.customer })
  return readRecurring(tx, id)
}

/** Goes on with the first day from today on. @throws 404; 409 unless it is paused. */
export async function resumeRecurring(platform: Platform, { tx, audit }: OrgContext, id: string): Promise<RecurringInvoiceDetail> {
  const row = found(await lockRecurring(tx, id))
  if (row.status !== 'Paused') throw conflict('Only paused recurring invoices can go on.')
  const today = await todayOf(platform, tx)
  let made = row.made
  while (dayOf(row, made) < today) made += 1
  await writeRecurring(tx, id, { ...nextColumns(row, made), failure: '', updated_at: nextStamp(row, platform.clock.now()) })
  audit({ targetName: row.customer })
  return readRecurring(tx, id)
}

/** @throws 404. */
export async function removeRecurring({ tx, audit }: OrgContext, id: string): Promise<null> {
  const row = found(await lockRecurring(tx, id))
  await deleteRecurring(tx, id)
  audit({ targetName: row.customer })
  return null
}

type Recurs = Pick<RecurringRow, 'starts_on' | 'every' | 'interval_count' | 'anchor_day'>

const dayOf = ({ starts_on, every, interval_count, anchor_day }: Recurs, at: number): string =>
  // The table's check holds the recurrences of the contract.
  occurrence(starts_on, { every: every as 'week' | 'month' | 'year', interval: interval_count }, at, anchor_day)

/** Where it stands after `made` days; ended after its last one. */
export function nextColumns(row: Recurs & Pick<RecurringRow, 'ends_on'>, made: number) {
  const next = dayOf(row, made)
  const isOver = row.ends_on !== null && next > row.ends_on
  return { made, next_on: isOver ? null : next, status: isOver ? ('Ended' as const) : ('Active' as const) }
}
