import { providerNames } from '@imperium/contract/auth/identities.ts'
import type { Identity, ProviderKey } from '@imperium/contract/auth/identities.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { conflict, forbidden } from '../../platform/errors.ts'
import type { SignedInContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { found } from '../../platform/resources/checks.ts'
import { findAccountById, lockOwnWaysIn, postAccountNotice } from '../auth/index.ts'
import { findOrganization } from '../organizations/index.ts'
import { nameOf } from './sign-in-providers.ts'
import { browserOf, clearBrowserCookie } from './flow.ts'
import { joinBySso } from './join-by-sso.ts'
import { readSsoRules, refuseBySso } from './judge-claims.ts'
import { writeIdentityNotice } from './notice-texts.ts'
import { deleteIdentity, findIdentity, findIdentityOf, insertIdentity, listIdentities, consumeOutcome, toIdentity } from './store.ts'

/** Connects the identity from the provider to the account that requested it. @throws 409 if it, or another of its kind, is connected. */
export async function completeLink(platform: Platform, context: SignedInContext): Promise<Identity> {
  const { tx, caller, audit } = context
  const browser = browserOf(context)
  const now = platform.clock.now()
  const waiting = browser ? await consumeOutcome(tx, { browser, userId: caller.userId, now }) : null
  if (!waiting) throw conflict('This connection has expired or was started in another browser. Please try again.')
  const { signInProvider, claims } = waiting
  const rules = await readSsoRules(platform, signInProvider)
  const refusal = signInProvider.provider === 'sso' ? refuseBySso(rules, claims) : null
  if (refusal) throw forbidden(refusal.message)
  const owner = await findIdentity(tx, signInProvider, claims)
  if (owner && owner.user_id !== caller.userId)
    throw conflict(message('This {provider} account is connected to another account.', { provider: nameOf(signInProvider) }))
  if (owner ?? (await findIdentityOf(tx, caller.userId, signInProvider)))
    throw conflict(message('Your account is connected with {provider} already. Disconnect it first.', { provider: nameOf(signInProvider) }))
  const identity = await insertIdentity(tx, caller.userId, signInProvider, claims, now)
  if (!identity) throw conflict(message('This {provider} account is connected to another account.', { provider: nameOf(signInProvider) }))
  const account = await findAccountById(tx, caller.userId)
  if (rules && account) await joinBySso(platform, context, tx, account, rules.connection)
  clearBrowserCookie(context)
  await notifyOwner(platform, context, 'connected', providerNames[signInProvider.provider], identity.email)
  audit({
    targetId: identity.id,
    targetName: providerNames[signInProvider.provider],
    after: { provider: signInProvider.provider, email: claims.email },
  })
  return toIdentity(identity, signInProvider.ssoOrgId ? ((await findOrganization(tx, signInProvider.ssoOrgId))?.name ?? null) : null)
}

/** @throws 404; 409 if no other sign-in method is left. An organization's provider opens that organization only, so it does not count. */
export async function unlinkIdentity(platform: Platform, context: SignedInContext, id: string): Promise<null> {
  const { tx, caller, audit } = context
  const own = await lockOwnWaysIn(tx, caller.userId)
  const all = await listIdentities(tx, caller.userId)
  const identity = found(all.find((each) => each.id === id))
  const others = all.filter((each) => each.id !== id && (each.provider !== 'sso' || identity.provider === 'sso'))
  if (!own.password && !own.passkey && others.length === 0)
    throw conflict('This is your last sign-in method. Set a password or connect another account first.', 'LAST_SIGN_IN_METHOD')
  await deleteIdentity(tx, id)
  await notifyOwner(platform, context, 'disconnected', providerNames[identity.provider as ProviderKey], identity.email)
  audit({ targetId: id, targetName: identity.provider, before: { provider: identity.provider, email: identity.email } })
  return null
}

/** The account's identities, each with the organization of its provider. */
export async function readIdentities({ tx, caller }: SignedInContext): Promise<Identity[]> {
  const rows = await listIdentities(tx, caller.userId)
  const named: Identity[] = []
  for (const row of rows) named.push(toIdentity(row, row.sso_org_id ? ((await findOrganization(tx, row.sso_org_id))?.name ?? null) : null))
  return named
}

/** A new sign-in method is reported by an email that no preference switches off (ASVS 6.3.7). */
const notifyOwner = (
  platform: Platform,
  { tx, caller, ipAddress, userAgent }: SignedInContext,
  what: 'connected' | 'disconnected',
  provider: string,
  email: string,
) =>
  postAccountNotice(
    platform,
    tx,
    caller,
    { ipAddress, userAgent },
    { words: writeIdentityNotice(what, provider, email), actionUrl: 'profile?tab=notifications' },
  )
