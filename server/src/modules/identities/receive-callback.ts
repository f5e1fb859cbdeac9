import { message, worded } from '@imperium/contract/kit/message.ts'
import type { Worded } from '@imperium/contract/kit/message.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import { isToken } from '../../platform/crypto/crypto.ts'
import { AppError } from '../../platform/errors.ts'
import type { PublicContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { nameOf, redirectUriOf } from './sign-in-providers.ts'
import type { SignInProvider, SignInProviders } from './sign-in-providers.ts'
import { browserOf, openProof } from './flow.ts'
import { judgeClaims, readSsoRules } from './judge-claims.ts'
import type { Refusal, SsoRules } from './judge-claims.ts'
import type { Claims } from './provider-client.ts'
import { keepOutcome, consumeFlow } from './store.ts'

interface Failure extends Worded {
  code: string
}

/**
 * Receives the provider's redirect. Starts no session and changes no account: any page can make a browser send this GET (SEC-16).
 * The result waits for the web app, which requests it with the cookie. @returns the path of the page to show.
 */
export async function receiveCallback(
  platform: Platform,
  context: PublicContext,
  signInProviders: SignInProviders,
  signInProvider: SignInProvider,
): Promise<{ location: string }> {
  const search = new URLSearchParams(context.search())
  const state = search.get('state') ?? ''
  const browser = browserOf(context)
  const now = platform.clock.now()
  const flow =
    browser && isToken(state) ? await platform.db.withAuth((tx) => consumeFlow(tx, { state, browser, signInProvider, now })) : undefined
  if (!flow)
    return failed(signInProvider, {
      code: 'invalid_state',
      message: 'This sign-in has expired or was started in another browser. Please try again.',
    })
  const purpose: Record<string, string> = flow.user_id ? { link: 'true' } : {}
  if (search.has('error')) return failed(signInProvider, refusalOf(signInProvider, search.get('error')), purpose)
  const rules = await readSsoRules(platform, signInProvider)
  const claims = await readClaims(platform, context, {
    signInProviders,
    signInProvider,
    rules,
    state,
    proof: openProof(platform, flow.id, flow.sealed_proof),
  })
  if ('code' in claims) return failed(signInProvider, claims, purpose)
  if (flow.user_id) {
    await platform.db.withAuth((tx) => keepOutcome(tx, flow.id, claims))
    return succeeded(signInProvider, purpose)
  }
  const verdict = await platform.db.withAuth(async (tx) => {
    const judged = await judgeClaims(tx, signInProvider, rules, claims)
    if (judged.kind === 'refused') await recordRefusal(tx, context, signInProvider, judged)
    else await keepOutcome(tx, flow.id, claims)
    return judged
  })
  return verdict.kind === 'refused'
    ? failed(signInProvider, verdict)
    : succeeded(signInProvider, verdict.kind === 'new' ? { new: 'true' } : {})
}

interface CallbackRequest {
  signInProviders: SignInProviders
  signInProvider: SignInProvider
  rules: SsoRules | null
  state: string
  proof: { nonce: string; verifier: string }
}

async function readClaims(
  platform: Platform,
  context: PublicContext,
  { signInProviders, signInProvider, rules, state, proof }: CallbackRequest,
): Promise<Claims | Failure> {
  if (signInProvider.provider === 'sso' && !rules)
    return { code: 'not_available', message: 'Single sign-on is not available for your organization.' }
  try {
    const client =
      signInProvider.provider === 'sso' && rules
        ? await signInProviders.sso(rules.connection)
        : await signInProviders.social(socialOf(signInProvider))
    return await client.exchangeCallback({ redirectUri: redirectUriOf(platform, signInProvider), state, ...proof }, context.search())
  } catch (error) {
    // Any error of the provider, or of an attacker in its place: the reason is for the operator.
    context.log.warn(
      { err: error, provider: signInProvider.provider, ssoOrgId: signInProvider.ssoOrgId },
      'a sign-in came back from its provider and is not valid',
    )
    if (error instanceof AppError) return { code: 'provider_unavailable', ...worded(error.text) }
    return {
      code: 'invalid_answer',
      ...message('The response of {provider} could not be verified. Please try again.', { provider: nameOf(signInProvider) }),
    }
  }
}

const socialOf = (signInProvider: SignInProvider) => (signInProvider.provider === 'sso' ? 'google' : signInProvider.provider)

/** The provider's own error text is never shown: any link could contain any text there. */
const refusalOf = (signInProvider: SignInProvider, error: string | null): Failure =>
  error === 'access_denied'
    ? { code: 'access_denied', ...message('You cancelled the sign-in with {provider}.', { provider: nameOf(signInProvider) }) }
    : {
        code: 'provider_error',
        ...message('{provider} did not complete the sign-in. Please try again.', { provider: nameOf(signInProvider) }),
      }

/** Always one of our pages: nothing in the request decides the target (SEC-9, R24). */
const pageOf = (signInProvider: SignInProvider, response: Record<string, string>) => ({
  location: `/auth/${signInProvider.provider}/callback?${new URLSearchParams(response).toString()}`,
})
const succeeded = (signInProvider: SignInProvider, more: Record<string, string>) => pageOf(signInProvider, { auth: 'success', ...more })
const failed = (signInProvider: SignInProvider, { code, message: english, key }: Failure, more: Record<string, string> = {}) =>
  pageOf(signInProvider, {
    error: code,
    message: english,
    // Its only value is the provider, which the page knows.
    ...(key === undefined ? {} : { key }),
    provider: signInProvider.provider,
    ...more,
  })

/** A refused sign-in is on the record. */
export async function recordRefusal(
  tx: Parameters<typeof recordAudit>[0],
  context: PublicContext,
  signInProvider: SignInProvider,
  { code }: Pick<Refusal, 'code'>,
): Promise<void> {
  await recordAudit(tx, null, {
    actor: { kind: 'anonymous', id: null, name: 'Anonymous' },
    action: 'auth.login',
    target: { kind: 'user' },
    outcome: 'refused',
    ipAddress: context.ipAddress,
    userAgent: context.userAgent,
    requestId: context.requestId,
    after: { method: signInProvider.provider, reason: code, ...(signInProvider.ssoOrgId ? { organization: signInProvider.ssoOrgId } : {}) },
  })
}
