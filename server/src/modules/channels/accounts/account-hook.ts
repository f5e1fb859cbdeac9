import type { AccountHook } from '@imperium/contract/channels/channel-accounts.ts'
import type { UpdateHookBody } from '@imperium/contract/channels/delivery-reports.ts'
import type { z } from 'zod'
import { hashToken, isToken, newToken } from '../../../platform/crypto/crypto.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict, invalid } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { openSealed, openSecret } from './account-secret.ts'
import type { ChannelAccount } from './accounts-store.ts'
import { newSigningSecret } from '../../../platform/signed-http/signatures.ts'
import { findHookOwner, readHookSealed, readHookState, writeHook, writeReportProvider } from '../hooks/hooks-store.ts'
import { postmarkUser } from '../reports/postmark.ts'
import type { ReportSecret } from '../reports/report-call.ts'
import { readVerificationKey } from '../reports/sendgrid.ts'

/** Under which address a provider calls, and what proves that it is the provider. */
export interface HookSecret {
  token: string
  /** Of WhatsApp's question. */
  verifyToken: string
  /** Of email in our own form; SMS and WhatsApp sign with their account's own secret. */
  signingSecret: string
  /** Of the provider of email that was chosen. */
  reports?: ReportSecret
}

export const hookPlace = (accountId: string) => `channel_accounts.hook:${accountId}`
const newHook = (): HookSecret => ({ token: newToken(), verifyToken: newToken().slice(0, 24), signingSecret: newSigningSecret() })

const signers: Partial<Record<ChannelAccount['provider'], AccountHook['signedBy']>> = {
  twilio: 'twilio',
  'whatsapp-cloud': 'whatsapp',
  smtp: 'standard-webhooks',
  'platform-smtp': 'standard-webhooks',
}

const secretOf: Partial<Record<AccountHook['signedBy'], (hook: HookSecret | null) => string | undefined>> = {
  'standard-webhooks': (hook) => hook?.signingSecret,
  ses: (hook) => hook?.reports?.topicArn,
  sendgrid: (hook) => hook?.reports?.verificationKey,
  mailgun: (hook) => hook?.reports?.signingKey,
  postmark: (hook) => hook?.reports?.password,
}

/** We generate the secret and show it once. */
const isMade = (signedBy: AccountHook['signedBy']): boolean => signedBy === 'standard-webhooks' || signedBy === 'postmark'

async function show(platform: Platform, tx: OrgTx, account: ChannelAccount, hook: HookSecret | null, isNew: boolean): Promise<AccountHook> {
  const signedBy = signerOf(account)
  const own = openSecret(platform.keyRing, account.id, account.secretSealed)
  const entered = secretOf[signedBy]?.(hook) ?? (signedBy === 'twilio' ? own.authToken : own.appSecret)
  return {
    url: hook && `${platform.config.publicUrl}/api/hooks/${hook.token}`,
    signedBy,
    verifyToken: hook && signedBy === 'whatsapp' ? hook.verifyToken : null,
    newSecret: isNew && isMade(signedBy) ? (entered ?? null) : null,
    hasSecret: Boolean(entered),
    userName: signedBy === 'postmark' ? postmarkUser : null,
    topicArn: signedBy === 'ses' ? (hook?.reports?.topicArn ?? null) : null,
    state: await readHookState(tx, account.id),
  }
}

/** @throws 409 if the account has no provider that calls it */
function signerOf({ provider, settings, channel }: ChannelAccount): AccountHook['signedBy'] {
  const signedBy = signers[provider]
  if (!signedBy) throw conflict('This account gets no incoming calls.')
  return (channel === 'email' ? settings.reports : undefined) ?? signedBy
}

async function openStored(platform: Platform, tx: OrgTx, accountId: string): Promise<HookSecret | null> {
  const sealed = await readHookSealed(tx, accountId)
  return sealed === null ? null : openHook(platform, accountId, sealed)
}

/** The current address; null until one is created. @throws 409 if the account has none. */
export const readHook = async (platform: Platform, tx: OrgTx, account: ChannelAccount): Promise<AccountHook> =>
  show(platform, tx, account, await openStored(platform, tx, account.id), false)

/**
 * Creates a new address and new secrets of ours; the earlier ones stop working immediately. The provider's own secrets stay. @throws 409
 */
export async function renewHook(platform: Platform, tx: OrgTx, account: ChannelAccount): Promise<AccountHook> {
  signerOf(account)
  const { reports } = (await openStored(platform, tx, account.id)) ?? {}
  const hook: HookSecret = { ...newHook(), ...(reports ? { reports } : {}) }
  if (reports?.password) hook.reports = { ...reports, password: newToken() }
  await storeHook(platform, tx, account.id, hook)
  return show(platform, tx, account, hook, true)
}

/**
 * Sets which provider reports on the emails of an account, and the key that proves it. A blank key keeps the stored one. @throws 409, 422
 */
export async function updateHook(
  platform: Platform,
  tx: OrgTx,
  account: ChannelAccount,
  body: z.output<typeof UpdateHookBody>,
): Promise<AccountHook> {
  signerOf(account)
  if (account.channel !== 'email') throw conflict('Only email accounts have a report source.')
  const stored = await openStored(platform, tx, account.id)
  const before = account.settings.reports === body.provider ? stored?.reports : undefined
  const reports = reportSecret(body, before)
  const hook: HookSecret = { ...(stored ?? newHook()), reports }
  await storeHook(platform, tx, account.id, hook)
  // Strictly later, as with every change of an account.
  const updatedAt = new Date(Math.max(platform.clock.now().getTime(), account.updatedAt.getTime() + 1))
  await writeReportProvider(tx, account.id, body.provider, updatedAt)
  const isNew = stored === null || (body.provider === 'postmark' && before?.password === undefined)
  return show(platform, tx, { ...account, settings: { ...account.settings, reports: body.provider } }, hook, isNew)
}

function reportSecret(body: z.output<typeof UpdateHookBody>, before: ReportSecret | undefined): ReportSecret {
  switch (body.provider) {
    case 'standard-webhooks':
      return {}
    case 'ses':
      return { topicArn: body.topicArn }
    case 'sendgrid': {
      const verificationKey = body.verificationKey || required(before?.verificationKey, 'verificationKey', 'Verification key is required')
      if (!readVerificationKey(verificationKey)) throw invalid([{ path: 'verificationKey', message: 'This is not a P-256 key' }])
      return { verificationKey }
    }
    case 'mailgun':
      return { signingKey: body.signingKey || required(before?.signingKey, 'signingKey', 'Signing key is required') }
    case 'postmark':
      return { password: before?.password ?? newToken() }
  }
}

function required(value: string | undefined, path: string, message: string): string {
  if (value === undefined) throw invalid([{ path, message }])
  return value
}

const storeHook = ({ keyRing }: Platform, tx: OrgTx, accountId: string, hook: HookSecret): Promise<void> =>
  writeHook(tx, accountId, hashToken(hook.token), keyRing.encrypt(JSON.stringify(hook), hookPlace(accountId)))

export const openHook = ({ keyRing }: Pick<Platform, 'keyRing'>, accountId: string, sealed: string): HookSecret =>
  JSON.parse(openSealed(keyRing, sealed, hookPlace(accountId))) as HookSecret

/** Finds the organization of an address, before a tenant is set; null if the address is unknown. */
export async function findHook(platform: Platform, token: string): Promise<{ orgId: string; accountId: string } | null> {
  if (!isToken(token)) return null
  return platform.db.withSystem((tx) => findHookOwner(tx, hashToken(token)))
}
