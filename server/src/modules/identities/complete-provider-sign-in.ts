import type { SignInResponse } from '@imperium/contract/auth/auth.ts'
import { chooseLanguage } from '@imperium/contract/choose-language.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import type { AuthTx } from '../../platform/db/database.ts'
import { conflict, forbidden } from '../../platform/errors.ts'
import type { PublicContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { completeSignIn, createProvenAccount } from '../auth/index.ts'
import type { Account } from '../auth/index.ts'
import type { SignInProvider } from './sign-in-providers.ts'
import { browserOf, clearBrowserCookie } from './flow.ts'
import { joinBySso } from './join-by-sso.ts'
import { judgeClaims, readSsoRules } from './judge-claims.ts'
import type { SsoRules, Verdict } from './judge-claims.ts'
import type { Claims } from './provider-client.ts'
import { recordRefusal } from './receive-callback.ts'
import { insertIdentity, consumeOutcome, touchIdentity } from './store.ts'

const gone = () => conflict('This sign-in has expired or was started in another browser. Please try again.')

/**
 * Completes a provider sign-in with the identity's account or a new one without password: a session or the second-factor challenge (SEC-6).
 * @throws 409 if this browser has no pending sign-in; 403 if the claims are insufficient; 409 PLAN_LIMIT without a free seat.
 */
export async function completeProviderSignIn(platform: Platform, context: PublicContext): Promise<SignInResponse> {
  const browser = browserOf(context)
  const now = platform.clock.now()
  // In its own transaction: consumed whatever follows.
  const waiting = browser ? await platform.db.withAuth((tx) => consumeOutcome(tx, { browser, userId: null, now })) : null
  if (!waiting) throw gone()
  clearBrowserCookie(context)
  const rules = await readSsoRules(platform, waiting.signInProvider)
  const response = await platform.db.withAuth((tx) => enter(platform, context, tx, { ...waiting, rules }))
  if ('kind' in response) {
    await platform.db.withAuth((tx) => recordRefusal(tx, context, waiting.signInProvider, response))
    throw forbidden(response.message)
  }
  return response
}

interface Arrival {
  signInProvider: SignInProvider
  claims: Claims
  rules: SsoRules | null
}

async function enter(platform: Platform, context: PublicContext, tx: AuthTx, arrival: Arrival) {
  const { signInProvider, claims, rules } = arrival
  const verdict = await settle(platform, context, tx, arrival)
  if (verdict.kind === 'refused') return verdict
  await touchIdentity(tx, verdict.identityId, claims.email, platform.clock.now())
  if (rules) await joinBySso(platform, context, tx, verdict.account, rules.connection)
  return completeSignIn(platform, context, tx, {
    account: verdict.account,
    method: signInProvider.provider,
    ...(signInProvider.ssoOrgId ? { orgId: signInProvider.ssoOrgId } : {}),
  })
}

type Settled = Extract<Verdict, { kind: 'known' | 'refused' }>

/** Creates what is missing. Of two concurrent arrivals the later one finds the account that the earlier one created. */
async function settle(platform: Platform, context: PublicContext, tx: AuthTx, arrival: Arrival): Promise<Settled> {
  const { signInProvider, claims, rules } = arrival
  const verdict = await judgeClaims(tx, signInProvider, rules, claims)
  if (verdict.kind === 'known' || verdict.kind === 'refused') return verdict
  const account = verdict.kind === 'new' ? await makeAccount(platform, context, tx, verdict.email, arrival) : verdict.account
  if (account) {
    const identity = await insertIdentity(tx, account.id, signInProvider, claims, platform.clock.now())
    // Another request connected it in this moment: roll back what was created here.
    if (!identity) throw gone()
    return { kind: 'known', account, identityId: identity.id }
  }
  const again = await judgeClaims(tx, signInProvider, rules, claims)
  if (again.kind === 'known' || again.kind === 'refused') return again
  throw gone()
}

/** Null if the address got an account in this moment. */
async function makeAccount(
  platform: Platform,
  context: PublicContext,
  tx: AuthTx,
  email: string,
  { signInProvider, claims }: Arrival,
): Promise<Account | null> {
  const { firstName, lastName } = claims
  const language = chooseLanguage(context.header('accept-language'))
  const account = await createProvenAccount(tx, { email, firstName, lastName, language }, platform.clock.now())
  if (!account) return null
  const name = `${firstName} ${lastName}`.trim()
  await recordAudit(tx, null, {
    actor: { kind: 'user', id: account.id, name },
    action: 'auth.register',
    target: { kind: 'user', id: account.id, name },
    ipAddress: context.ipAddress,
    userAgent: context.userAgent,
    requestId: context.requestId,
    after: { method: signInProvider.provider },
  })
  return account
}
