import type { CheckoutProvider, SalesPaymentAccount, SalesPaymentAccountBody } from '@imperium/contract/sales/sales-settings.ts'
import type { OrgTx, SystemTx } from '../../../platform/db/database.ts'
import { invalid } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createRewrapper } from '../../../platform/resources/rewrap-secrets.ts'
import type { Rewrapped } from '../../../platform/resources/rewrap-secrets.ts'
import { webhookUrl } from '../links/sales-link.ts'
import { listSealedAccounts, readPaymentAccount, writePaymentAccount, writeSealedAccount } from '../settings/settings-store.ts'
import type { PaymentAccountRow } from '../settings/settings-store.ts'
import { keepFormerAccount, listFormerAccounts, listSealedFormer, writeSealedFormer } from './former-accounts-store.ts'
import type { HostedCheckout } from './hosted-checkout.ts'
import { createRazorpayLinks } from './razorpay-links.ts'
import { createSandboxLinks } from './sandbox-links.ts'
import { createStripeCheckout } from './stripe-checkout.ts'

const placeOf = (orgId: string, which: 'secret' | 'webhook'): string => `sales_settings:${orgId}:${which}`

/** @throws never what is secret. */
export async function showPaymentAccount(platform: Platform, tx: OrgTx): Promise<SalesPaymentAccount> {
  const row = await readPaymentAccount(tx)
  return {
    // The table's check holds the providers of the contract.
    provider: row.payment_provider as CheckoutProvider | null,
    keyId: row.payment_key_id,
    hasSecret: row.payment_secret !== null,
    hasWebhookSecret: row.payment_webhook_secret !== null,
    webhookUrl: webhookUrl(platform, tx.orgId),
  }
}

/** Secrets that are left out stay, unless the provider changes. @throws 422 where one is missing. */
export async function changePaymentAccount(
  platform: Platform,
  { tx, audit }: OrgContext,
  { provider, keyId, secret, webhookSecret }: SalesPaymentAccountBody,
): Promise<SalesPaymentAccount> {
  const before = await readPaymentAccount(tx)
  const isSame = before.payment_provider === provider
  const seal = (text: string | undefined, kept: string | null, which: 'secret' | 'webhook') =>
    text ? platform.keyRing.encrypt(text, placeOf(tx.orgId, which)) : isSame ? kept : null
  const needsSecrets = provider === 'razorpay' || provider === 'stripe'
  const account = {
    payment_provider: provider,
    payment_key_id: provider === 'razorpay' ? keyId : '',
    payment_secret: needsSecrets ? seal(secret, before.payment_secret, 'secret') : null,
    payment_webhook_secret: needsSecrets ? seal(webhookSecret, before.payment_webhook_secret, 'webhook') : null,
  }
  if (provider === 'razorpay' && keyId === '') throw invalid([{ path: 'keyId', message: 'Key ID is required' }])
  if (needsSecrets && account.payment_secret === null) throw invalid([{ path: 'secret', message: 'Secret key is required' }])
  const { payment_provider: former } = before
  const isReplaced = !isSame || (secret !== undefined && secret !== '') || before.payment_key_id !== account.payment_key_id
  if (former !== null && isReplaced) {
    const { payment_key_id, payment_secret } = before
    await keepFormerAccount(tx, { id: newId(), payment_provider: former, payment_key_id, payment_secret })
  }
  await writePaymentAccount(tx, account, platform.clock.now())
  audit({ before: { provider: before.payment_provider, keyId: before.payment_key_id }, after: { provider, keyId: account.payment_key_id } })
  return showPaymentAccount(platform, tx)
}

/** The organization's own provider; null: customers do not pay online. */
export async function openCheckout(platform: Platform, tx: OrgTx): Promise<HostedCheckout | null> {
  return checkoutOf(platform, tx, await readPaymentAccount(tx))
}

/** The accounts that were replaced while customers could still pay with them. */
export async function openFormerCheckouts(platform: Platform, tx: OrgTx): Promise<{ id: string; checkout: HostedCheckout }[]> {
  return (await listFormerAccounts(tx)).flatMap((row) => {
    const checkout = checkoutOf(platform, tx, { ...row, payment_webhook_secret: null })
    return checkout ? [{ id: row.id, checkout }] : []
  })
}

function checkoutOf(platform: Platform, tx: OrgTx, row: PaymentAccountRow): HostedCheckout | null {
  const opened = (sealed: string | null, which: 'secret' | 'webhook') =>
    sealed === null ? '' : platform.keyRing.decrypt(sealed, placeOf(tx.orgId, which))
  if (row.payment_provider === null) return null
  if (row.payment_provider === 'sandbox') return createSandboxLinks(platform)
  const secret = opened(row.payment_secret, 'secret')
  const webhookSecret = opened(row.payment_webhook_secret, 'webhook')
  if (row.payment_provider === 'stripe') return createStripeCheckout(platform.httpOut, { secretKey: secret, webhookSecret })
  const apiUrl = platform.config.razorpayApiUrl.replace(/\/+$/, '')
  return createRazorpayLinks(platform.httpOut, { keyId: row.payment_key_id, keySecret: secret, webhookSecret, apiUrl })
}

/** Seals the secrets of all organizations under the current encryption key. */
export async function rewrapPaymentSecrets({ keyRing }: Pick<Platform, 'keyRing'>, tx: SystemTx): Promise<Rewrapped<string>> {
  const { result, rewrap } = createRewrapper<string>(keyRing)
  for (const row of await listSealedAccounts(tx)) {
    const payment_secret = rewrap(row.payment_secret, placeOf(row.org_id, 'secret'), row.org_id)
    const payment_webhook_secret = rewrap(row.payment_webhook_secret, placeOf(row.org_id, 'webhook'), row.org_id)
    if (payment_secret !== row.payment_secret || payment_webhook_secret !== row.payment_webhook_secret)
      await writeSealedAccount(tx, row.org_id, { payment_secret, payment_webhook_secret })
  }
  for (const row of await listSealedFormer(tx)) {
    const payment_secret = rewrap(row.payment_secret, placeOf(row.org_id, 'secret'), row.org_id)
    if (payment_secret !== row.payment_secret) await writeSealedFormer(tx, { orgId: row.org_id, id: row.id }, { payment_secret })
  }
  return result
}
