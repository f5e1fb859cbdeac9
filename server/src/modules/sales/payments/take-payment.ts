import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict, notFound, unauthenticated, unavailable } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { ProviderError, refuseUnstorableCall } from '../../../platform/payments/call-provider.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found } from '../../../platform/resources/checks.ts'
import type { ReadHeader } from '../../../platform/signed-http/signatures.ts'
import { eachOrganizationWith } from '../documents/each-organization.ts'
import { findInvoice } from '../invoices/invoice-store.ts'
import { dueOf, isOpen } from '../invoices/settle-invoice.ts'
import { openSalesLink, payUrl } from '../links/sales-link.ts'
import { changeCheckout, endOldCheckouts, findCheckout, insertCheckout, openCheckouts } from './checkout-store.ts'
import type { HostedCheckout } from './hosted-checkout.ts'
import { dropUnneededAccounts, markFormerAccount } from './former-accounts-store.ts'
import { openCheckout, openFormerCheckouts } from './payment-account.ts'
import { sandboxCall } from './sandbox-links.ts'
import { settleCheckout } from './settle-checkout.ts'

const dayMs = 86_400_000
/** So long a missed payment is looked for. */
const searchedMs = 3 * dayMs

/** Writes what is to be paid, then asks the provider for its page. @throws 409 where nothing is due, 503 when the provider does not answer. */
export async function startCheckout(platform: Platform, orgId: string, invoiceId: string): Promise<string> {
  const id = newId()
  const { provider, row, amount } = await platform.db.withOrg(orgId, async (tx) => {
    const invoice = found(await findInvoice(tx, invoiceId))
    const checkout = await openCheckout(platform, tx)
    if (!checkout || !isOpen(invoice)) throw conflict('Nothing can be paid here.')
    const due = dueOf(invoice)
    await insertCheckout(tx, { id, invoice_id: invoiceId, provider: checkout.name, amount: due, currency: invoice.currency })
    return { provider: checkout, row: invoice, amount: due }
  })
  const opened = await provider
    .open({
      id,
      amount,
      currency: row.currency,
      description: row.number ?? '',
      email: row.customer_email,
      returnUrl: `${payUrl(platform, orgId, row)}?back=1`,
      expiresAt: new Date(platform.clock.now().getTime() + dayMs),
    })
    .catch(async (cause: unknown) => {
      await platform.db.withOrg(orgId, (tx) => changeCheckout(tx, id, { status: 'failed' }))
      throw unavailable('The payment provider does not answer. Please try again later.', cause)
    })
  await platform.db.withOrg(orgId, (tx) => changeCheckout(tx, id, { provider_id: opened.providerId }))
  return opened.url
}

/** Takes what an organization's provider reports. @throws 404 for an unknown link, 401 for a call that the provider did not sign. */
export async function receiveCall(platform: Platform, token: string, body: Uint8Array, header: ReadHeader): Promise<void> {
  const link = openSalesLink(platform, token, 'webhook')
  if (!link) throw notFound()
  await takeCall(platform, link.orgId, body, header)
}

interface OpenAccount {
  checkout: HostedCheckout
  /** Null: the account in force. */
  formerAccountId: string | null
}

/** The account in force, and those before it that customers may still pay with: these are only asked, as their webhook secret may have leaked. */
async function openAccounts(platform: Platform, tx: OrgTx): Promise<OpenAccount[]> {
  const inForce = await openCheckout(platform, tx)
  const former = await openFormerCheckouts(platform, tx)
  return [
    ...(inForce ? [{ checkout: inForce, formerAccountId: null }] : []),
    ...former.map(({ id, checkout }) => ({ checkout, formerAccountId: id })),
  ]
}

async function takeCall(platform: Platform, orgId: string, body: Uint8Array, header: ReadHeader): Promise<void> {
  await platform.db.withOrg(orgId, async (tx) => {
    const provider = await openCheckout(platform, tx)
    const call = provider?.readCall(body, header, platform.clock.now())
    if (!provider || !call) throw unauthenticated('The signature is wrong.')
    refuseUnstorableCall(call)
    if (call.paid) await settleCheckout(platform, tx, provider.name, call.paid)
  })
}

/** Pays at the sandbox, which then calls us as a provider does. @throws 409 where it is not the organization's provider. */
export async function paySandbox(platform: Platform, orgId: string, checkoutId: string): Promise<void> {
  const checkout = await platform.db.withOrg(orgId, async (tx) => {
    const provider = await openCheckout(platform, tx)
    const row = found(await findCheckout(tx, checkoutId))
    if (provider?.name !== 'sandbox' || row.provider !== 'sandbox' || row.provider_id === null) throw conflict('Nothing can be paid here.')
    return { ...row, providerId: row.provider_id }
  })
  if (checkout.status !== 'open') return
  const { body, signature } = sandboxCall(platform, checkout)
  await takeCall(platform, orgId, Buffer.from(body), (name) => (name === 'x-razorpay-signature' ? signature : undefined))
}

/** Asks the provider for payments whose calls were lost. Where it does not answer, the next time does. */
async function settleMissed(
  platform: Platform,
  orgId: string,
  { checkout: provider, formerAccountId }: OpenAccount,
  invoiceId?: string,
): Promise<void> {
  if (provider.name === 'sandbox') return
  const since = new Date(platform.clock.now().getTime() - searchedMs)
  const scope = { provider: provider.name, formerAccountId, since, ...(invoiceId === undefined ? {} : { invoiceId }) }
  const open = await platform.db.withOrg(orgId, (tx) => openCheckouts(tx, scope))
  for (const { id, provider_id: providerId } of open) {
    try {
      const paid = providerId === null ? null : await provider.lookUp(providerId)
      await platform.db.withOrg(orgId, async (tx) => {
        if (formerAccountId !== null) await markFormerAccount(tx, formerAccountId, null)
        if (paid) await settleCheckout(platform, tx, provider.name, paid)
      })
    } catch (error) {
      if (formerAccountId !== null && error instanceof ProviderError && error.isKeyRefused)
        await platform.db.withOrg(orgId, (tx) => markFormerAccount(tx, formerAccountId, platform.clock.now()))
      platform.log.warn({ orgId, checkoutId: id, err: error }, 'a payment provider could not be asked for a payment')
    }
  }
}

/** When the customer comes back, the provider's call may be on its way still. */
export async function settleReturned(platform: Platform, orgId: string, invoiceId: string): Promise<void> {
  const accounts = await platform.db.withOrg(orgId, (tx) => openAccounts(platform, tx))
  for (const account of accounts) await settleMissed(platform, orgId, account, invoiceId)
}

/** Looks for payments whose calls were lost, and closes checkouts that were not paid. */
export async function reconcileCheckouts(platform: Platform): Promise<void> {
  const pending: { orgId: string; account: OpenAccount }[] = []
  await eachOrganizationWith(platform, 'sales_checkouts', sql<SqlBool>`r.status = 'open'`, async (tx) => {
    await endOldCheckouts(tx, new Date(platform.clock.now().getTime() - searchedMs))
    pending.push(...(await openAccounts(platform, tx)).map((account) => ({ orgId: tx.orgId, account })))
  })
  for (const { orgId, account } of pending) await settleMissed(platform, orgId, account)
  await eachOrganizationWith(platform, 'sales_former_accounts', sql<SqlBool>`true`, dropUnneededAccounts)
}
