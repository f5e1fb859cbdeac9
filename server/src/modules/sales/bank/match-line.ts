import { SalesBankLine } from '@imperium/contract/sales/sales-bank.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found } from '../../../platform/resources/checks.ts'
import { replyOf } from '../../../platform/resources/reply-of.ts'
import { insertMove } from '../credits/credit-store.ts'
import { lockInvoice } from '../invoices/invoice-store.ts'
import { applyPayment, dueOf, isOpen } from '../invoices/settle-invoice.ts'
import { postDeposit } from '../ledger/post-sales.ts'
import { decideBankLine, lockBankLine, openInvoices } from './bank-store.ts'
import { proposeMatches } from './propose-matches.ts'
import type { OpenInvoice } from './propose-matches.ts'

const mostCompared = 2_000

/** Invoices that entries may pay, for the entries of a page. */
export const comparedInvoices = async (tx: OrgTx): Promise<OpenInvoice[]> =>
  (await openInvoices(tx, mostCompared)).map((invoice) => ({ ...invoice, due: dueOf(invoice) }))

/** An entry with the invoices that it may pay. */
export const toBankLine = replyOf(
  SalesBankLine,
  (row: { status: string; amount: number; currency: string; party: string; text: string }, invoices: readonly OpenInvoice[]) => ({
    proposals: row.status === 'Open' ? proposeMatches(row, invoices) : [],
  }),
)

const readBack = async (tx: OrgTx, id: string): Promise<SalesBankLine> =>
  toBankLine(found(await lockBankLine(tx, id)), await comparedInvoices(tx))

/**
 * Books an entry as the payment of an invoice, once: what is more than due becomes credit of the customer.
 * @throws 404; 409 for an entry that is decided, that is no income, in another currency, and for an invoice of which nothing is due.
 */
export async function matchBankLine(platform: Platform, { tx, audit }: OrgContext, id: string, invoiceId: string): Promise<SalesBankLine> {
  const line = found(await lockBankLine(tx, id))
  if (line.status !== 'Open') throw conflict('This entry is decided already.')
  if (line.amount <= 0) throw conflict('Only money that came can pay an invoice.')
  const invoice = found(await lockInvoice(tx, invoiceId))
  if (!isOpen(invoice)) throw conflict('Payments can be recorded for issued invoices that are not paid or void.')
  if (invoice.currency !== line.currency) throw conflict('The invoice is in another currency.')
  const amount = Math.min(line.amount, dueOf(invoice))
  const reference = [line.party, line.text].filter(Boolean).join(' · ').slice(0, 120)
  const payment = { amount, withheld: 0, method: 'Bank transfer', date: line.date, reference } as const
  const { id: paymentId, status } = await applyPayment(platform, tx, invoice, payment)
  const rest = line.amount - amount
  if (rest > 0) {
    const moveId = newId()
    const { contact_id, customer, currency } = invoice
    const own = { contact_id, customer, currency, invoice_id: invoiceId, method: 'Bank transfer', reference }
    await insertMove(tx, { id: moveId, kind: 'overpaid', amount: rest, date: line.date, ...own })
    await postDeposit(tx, { id: moveId, currency, amount: rest })
  }
  const decided_at = platform.clock.now()
  await decideBankLine(tx, id, { status: 'Matched', invoice_id: invoiceId, payment_id: paymentId, decided_at })
  audit({ targetName: invoice.number ?? '', after: { invoiceId, amount, overpaid: rest, status } })
  return readBack(tx, id)
}

/** @throws 404; 409 for an entry that is decided. */
export async function ignoreBankLine({ clock }: Platform, { tx, audit }: OrgContext, id: string): Promise<SalesBankLine> {
  const line = found(await lockBankLine(tx, id))
  if (line.status !== 'Open') throw conflict('This entry is decided already.')
  await decideBankLine(tx, id, { status: 'Ignored', decided_at: clock.now() })
  audit({ targetName: line.party || line.text.slice(0, 80), after: { status: 'Ignored' } })
  return readBack(tx, id)
}
