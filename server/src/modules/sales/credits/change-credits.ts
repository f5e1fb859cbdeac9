import type { AdvanceBody, ApplyCreditBody, CustomerCredit, RefundCreditBody } from '@imperium/contract/sales/sales-credits.ts'
import type { Currency } from '@imperium/contract/sales/sales-documents.ts'
import type { SalesInvoiceDetail } from '@imperium/contract/sales/sales-invoices.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict, invalid } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { fieldConflict, found } from '../../../platform/resources/checks.ts'
import { findContact } from '../../contacts/index.ts'
import { nextNumber } from '../documents/number-series.ts'
import { todayOf } from '../documents/today-of.ts'
import { lockInvoice } from '../invoices/invoice-store.ts'
import { readInvoice } from '../invoices/read-invoice.ts'
import { applyPayment, dueOf, isOpen } from '../invoices/settle-invoice.ts'
import { postCredit, postDeposit } from '../ledger/post-sales.ts'
import { readSettings } from '../settings/settings-store.ts'
import { balanceOf, balancesOf, insertMove, listMoves, lockBalance } from './credit-store.ts'

const shownMoves = 200

/** @throws 404 for an unknown contact. */
export async function readCredit(tx: OrgTx, contactId: string): Promise<CustomerCredit> {
  const { name: customer } = found(await findContact(tx, contactId))
  const balances = await balancesOf(tx, contactId)
  return {
    contactId,
    customer,
    // Written with a currency of the contract.
    balances: balances.map(({ currency, balance }) => ({ currency: currency as Currency, balance })),
    moves: await listMoves(tx, contactId, shownMoves),
  }
}

async function dayOf(platform: Platform, tx: OrgTx, date: string | undefined): Promise<string> {
  const today = await todayOf(platform, tx)
  if (date !== undefined && date > today) throw invalid([{ path: 'date', message: 'The day of payment is in the future' }])
  return date ?? today
}

/** @throws 404 for an unknown contact; 422 for a day to come. */
export async function recordAdvance(platform: Platform, { tx, audit }: OrgContext, body: AdvanceBody): Promise<CustomerCredit> {
  const contact = found(await findContact(tx, body.contactId))
  const settings = await readSettings(tx)
  const date = await dayOf(platform, tx, body.date)
  const { amount, currency = settings.currency, method, reference } = body
  const number = await nextNumber(tx, settings.receiptPrefix, await todayOf(platform, tx), settings.yearStartMonth)
  const id = newId()
  const { id: contact_id, name: customer } = contact
  await insertMove(tx, { id, contact_id, customer, kind: 'advance', currency, amount, date, number, method, reference })
  await postDeposit(tx, { id, currency, amount })
  audit({ targetId: contact_id, targetName: customer, after: { number, amount, currency, method } })
  return readCredit(tx, contact_id)
}

/** @throws 404 for an unknown contact; 409 for more than the balance; 422 for a day to come. */
export async function refundCredit(platform: Platform, { tx, audit }: OrgContext, body: RefundCreditBody): Promise<CustomerCredit> {
  const contact = found(await findContact(tx, body.contactId))
  const { amount, currency, method, reference } = body
  const date = await dayOf(platform, tx, body.date)
  await lockBalance(tx, contact.id, currency)
  if (amount > (await balanceOf(tx, contact.id, currency))) throw fieldConflict('amount', 'This is more than the credit balance')
  const id = newId()
  const { id: contact_id, name: customer } = contact
  await insertMove(tx, { id, contact_id, customer, kind: 'refunded', currency, amount: -amount, date, method, reference })
  await postDeposit(tx, { id, currency, amount: -amount })
  audit({ targetId: contact_id, targetName: customer, after: { amount, currency, method } })
  return readCredit(tx, contact_id)
}

/** @throws 404; 409 unless the invoice is open and its customer has a credit balance, and for more than there is or is due. */
export async function applyCredit(
  platform: Platform,
  { tx, audit }: OrgContext,
  invoiceId: string,
  { amount: wanted }: ApplyCreditBody,
): Promise<SalesInvoiceDetail> {
  const row = found(await lockInvoice(tx, invoiceId))
  if (!isOpen(row)) throw conflict('Payments can be recorded for issued invoices that are not paid or void.')
  const { contact_id: contactId, customer, currency } = row
  if (contactId === null) throw conflict('The customer is gone.')
  await lockBalance(tx, contactId, currency)
  const balance = await balanceOf(tx, contactId, currency)
  if (balance <= 0) throw conflict('The customer has no credit balance in this currency.')
  const amount = wanted ?? Math.min(balance, dueOf(row))
  if (amount > balance) throw fieldConflict('amount', 'This is more than the credit balance')
  if (amount > dueOf(row)) throw fieldConflict('amount', 'This is more than is due')
  const date = await todayOf(platform, tx)
  const id = newId()
  await insertMove(tx, { id, contact_id: contactId, customer, kind: 'applied', currency, amount: -amount, date, invoice_id: invoiceId })
  await postCredit(tx, { id, currency, amount: -amount })
  const payment = { amount, withheld: 0, method: 'Credit balance', date, reference: '' } as const
  const { paid, status } = await applyPayment(platform, tx, row, payment)
  audit({ targetName: row.number ?? '', before: { paid: row.paid }, after: { paid, status, amount, method: 'Credit balance' } })
  return readInvoice(platform, tx, invoiceId)
}
