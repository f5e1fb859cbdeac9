import { acceptanceDeliversOf, channelOfProvider } from '@imperium/contract/channels/channel-accounts.ts'
import type { CreatedAccount } from '@imperium/contract/channels/channel-accounts.ts'
import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { renewHook } from './account-hook.ts'
import { sealSecret } from './account-secret.ts'
import type { AccountSecret } from './account-secret.ts'
import { checkDestination, checkMailbox, givenSecret, hintOf, requireSecrets } from './account-values.ts'
import { newSigningSecret } from '../../../platform/signed-http/signatures.ts'
import type { NewAccount } from './account-values.ts'
import { clearDefault, findAccount, insertAccount, lockAccounts } from './accounts-store.ts'
import type { AccountSettings } from './accounts-store.ts'
import { mailboxValues } from '../inbound/inbound-mailbox.ts'
import { readAccount } from './show-account.ts'
import { assertFormsKeepSms } from '../inbound/sms-replies.ts'
import { headersOf } from './webhook-values.ts'

const maxAccounts = 200

/**
 * @throws 422 for missing secrets and addresses that may not be called; 409 if there are too many, or sign-up forms need the default
 * that it would replace.
 */
export async function createAccount(platform: Platform, tx: OrgTx, body: NewAccount): Promise<CreatedAccount> {
  const { provider } = body
  const headers = headersOf(body.provider === 'webhook' ? body.headers : [], {})
  const settings: AccountSettings = { ...body.settings, ...(headers.names.length ? { headerNames: headers.names } : {}) }
  const { secret: given, newSecret } = secretOf(body)
  const secret: AccountSecret = { ...given, ...(headers.names.length ? { headers: headers.values } : {}) }
  requireSecrets(provider, settings, secret)
  await checkDestination(platform, settings)
  const inbound = body.provider === 'smtp' ? body.inbound : null
  if (inbound) await checkMailbox(platform, inbound)
  if ((await lockAccounts(tx)).length >= maxAccounts)
    throw conflict(message('An organization can have at most {max} channel accounts.', { max: maxAccounts }))
  const id = newId()
  const mailbox = mailboxValues(platform.keyRing, id, inbound, { settings: null, sealed: null })
  const channel = channelOfProvider[provider]
  if (body.isDefault) await clearDefault(tx, channel)
  await insertAccount(tx, {
    id,
    channel,
    provider,
    name: body.name,
    settings: JSON.stringify(settings),
    secret: sealSecret(platform.keyRing, id, secret),
    secret_hint: hintOf(secret),
    is_default: body.isDefault,
    is_active: body.isActive || body.isDefault,
    rate_per_second: body.ratePerSecond,
    domain_rate_per_second: body.domainRatePerSecond,
    price_micros: body.priceMicros,
    unknown_policy: body.unknownPolicy ?? (channel === 'email' ? 'repeat' : 'hold'),
    acceptance_delivers: body.acceptanceDelivers ?? acceptanceDeliversOf(provider),
    inbound: mailbox.settings ? JSON.stringify(mailbox.settings) : null,
    inbound_secret: mailbox.sealed,
  })
  if (channel === 'sms' && body.isDefault) await assertFormsKeepSms(tx)
  const made = await findAccount(tx, id)
  // Its address is in the callbacks that we hand to the provider, from the first message on.
  if (made && provider !== 'webhook') await renewHook(platform, tx, made)
  return { ...(await readAccount(platform, tx, id)), newSecret }
}

/** A webhook without a secret gets one, which is shown once. */
function secretOf({ provider, secret }: NewAccount): { secret: AccountSecret; newSecret: string | null } {
  const given = givenSecret(secret)
  if (provider !== 'webhook' || given.signingSecret) return { secret: given, newSecret: null }
  const signingSecret = newSigningSecret()
  return { secret: { signingSecret }, newSecret: signingSecret }
}
