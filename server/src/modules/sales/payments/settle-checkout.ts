import type { CheckoutProvider } from '@imperium/contract/sales/sales-settings.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found } from '../../../platform/resources/checks.ts'
import { todayOf } from '../documents/today-of.ts'
import { insertMove } from '../credits/credit-store.ts'
import { lockInvoice } from '../invoices/invoice-store.ts'
import type { InvoiceRow } from '../invoices/invoice-store.ts'
import { applyPayment, dueOf, isOpen } from '../invoices/settle-invoice.ts'
import { postOverpaid } from '../ledger/post-sales.ts'
import { changeCheckout, hasPayment, insertCheckout, lockCheckout } from './checkout-store.ts'
import type { PaidCheckout } from './hosted-checkout.ts'

/** What is beyond what was due is the credit of the customer, to be applied or paid back. */
async function keepOverpaid(
  platform: Platform,
  tx: OrgTx,
  { id: invoice_id, contact_id, customer }: InvoiceRow,
  { keptId, amount, currency, paymentId }: { keptId: string; amount: number; currency: string; paymentId: string },
): Promise<void> {
  const from = { invoice_id, contact_id, customer, method: 'Online', reference: paymentId }
  await insertMove(tx, { id: newId(), ...from, kind: 'overpaid', currency, amount, date: await todayOf(platform, tx) })
  await postOverpaid(tx, { id: keptId, currency, amount })
}

export type Settled = 'paid' | 'again' | 'unknown'

/**
 * Takes a payment that the provider vouches for, once: however often it is reported, and by whichever way. What is more than due is kept apart, to be
 * paid back by the organization.
 */
export async function settleCheckout(
  platform: Platform,
  tx: OrgTx,
  provider: CheckoutProvider,
  { checkoutId, paymentId, amount, currency }: PaidCheckout,
): Promise<Settled> {
  const isOurs = /^[0-9a-f-]{36}$/.test(checkoutId)
  const checkout = isOurs ? await lockCheckout(tx, checkoutId) : undefined
  if (!checkout || checkout.provider !== provider || checkout.currency !== currency) return 'unknown'
  if (await hasPayment(tx, provider, paymentId)) return 'again'
  const row = found(await lockInvoice(tx, checkout.invoice_id))
  const applied = isOpen(row) ? Math.min(amount, dueOf(row)) : 0
  const kept = { status: 'paid' as const, payment_id: paymentId, unapplied: amount - applied }
  // A provider that takes money twice for one order: another row, as each keeps one payment.
  const isSecond = checkout.status === 'paid'
  const keptId = isSecond ? newId() : checkout.id
  if (isSecond) {
    const second = { id: keptId, invoice_id: row.id, provider, amount, currency, ...kept }
    if (!(await insertCheckout(tx, second))) return 'again'
  } else await changeCheckout(tx, checkout.id, { ...kept, updated_at: platform.clock.now() })
  if (amount > applied) await keepOverpaid(platform, tx, row, { keptId, amount: amount - applied, currency, paymentId })
  if (applied > 0) {
    const date = await todayOf(platform, tx)
    await applyPayment(platform, tx, row, { amount: applied, withheld: 0, method: 'Online', date, reference: paymentId })
  }
  const actor = { kind: 'system' as const, id: null, name: 'Payments' }
  const target = { kind: 'sales-invoices', id: row.id, name: row.number ?? '' }
  await recordAudit(tx, tx.orgId, {
    actor,
    action: 'sales-invoices.paidOnline',
    target,
    after: { provider, paymentId, amount, applied, currency },
  })
  return 'paid'
}
