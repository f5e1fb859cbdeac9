import type { AccountHook } from '@imperium/contract/channel-accounts.ts'
import { hashToken, isToken, newToken } from '../../platform/crypto.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { conflict } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { openSealed, openSecret } from './account-secret.ts'
import type { ChannelAccount } from './accounts-store.ts'
import { newSigningSecret } from './account-values.ts'
import { findHookOwner, readHookSealed, writeHook } from './hooks-store.ts'

/** Under which address a provider calls, and what proves that it is the provider. */
export interface HookSecret {
  token: string
  /** Of WhatsApp's question. */
  verifyToken: string
  /** Of e-mail providers; SMS and WhatsApp sign with their account's own secret. */
  signingSecret: string
}

export const hookPlace = (accountId: string) => `channel_accounts.hook:${accountId}`
const newHook = (): HookSecret => ({ token: newToken(), verifyToken: newToken().slice(0, 24), signingSecret: newSigningSecret() })

const signers: Partial<Record<ChannelAccount['provider'], AccountHook['signedBy']>> = {
  twilio: 'twilio',
  'whatsapp-cloud': 'whatsapp',
  smtp: 'standard-webhooks',
  'platform-smtp': 'standard-webhooks',
}

const show = (platform: Platform, account: ChannelAccount, hook: HookSecret | null, isNew: boolean): AccountHook => {
  const signedBy = signers[account.provider]
  if (!signedBy) throw conflict('Nobody calls this account.')
  const own = openSecret(platform.keyRing, account.id, account.secretSealed)
  return {
    url: hook && `${platform.config.publicUrl}/api/hooks/${hook.token}`,
    signedBy,
    verifyToken: hook && signedBy === 'whatsapp' ? hook.verifyToken : null,
    newSecret: hook && isNew && signedBy === 'standard-webhooks' ? hook.signingSecret : null,
    hasSecret: signedBy === 'standard-webhooks' || Boolean(signedBy === 'twilio' ? own.authToken : own.appSecret),
  }
}

/** The address as it is; none until one is made. @throws 409 where the account has none. */
export async function readHook(platform: Platform, tx: OrgTx, account: ChannelAccount): Promise<AccountHook> {
  const sealed = await readHookSealed(tx, account.id)
  return show(platform, account, sealed === null ? null : openHook(platform, account.id, sealed), false)
}

/** A new address and a new secret; the earlier ones stop working at once. @throws 409 */
export async function renewHook(platform: Platform, tx: OrgTx, account: ChannelAccount): Promise<AccountHook> {
  const hook = newHook()
  const shown = show(platform, account, hook, true)
  await writeHook(tx, account.id, hashToken(hook.token), platform.keyRing.encrypt(JSON.stringify(hook), hookPlace(account.id)))
  return shown
}

export const openHook = ({ keyRing }: Pick<Platform, 'keyRing'>, accountId: string, sealed: string): HookSecret =>
  JSON.parse(openSealed(keyRing, sealed, hookPlace(accountId))) as HookSecret

/** Whose address it is, before there is a tenant; null for one that is not ours. */
export async function findHook(platform: Platform, token: string): Promise<{ orgId: string; accountId: string } | null> {
  if (!isToken(token)) return null
  return platform.db.withSystem((tx) => findHookOwner(tx, hashToken(token)))
}
