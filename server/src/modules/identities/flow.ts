import { hashToken, isToken, newToken } from '../../platform/crypto/crypto.ts'
import { newId } from '../../platform/ids.ts'
import type { PublicContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { redirectUriOf } from './sign-in-providers.ts'
import type { SignInProvider } from './sign-in-providers.ts'
import type { ProviderClient } from './provider-client.ts'
import { insertFlow } from './store.ts'

/** The cookie that binds an attempt to the browser that began it: a response in another browser is useless there. */
const cookieName = 'sign-in'
const flowMs = 10 * 60_000
/**
 * Begins an attempt: its row, its cookie, and the URL of the provider's page. `userId`: the user who connects an identity; null to sign in.
 */
export async function beginFlow(
  platform: Platform,
  context: PublicContext,
  request: { signInProvider: SignInProvider; client: ProviderClient; userId: string | null; hint?: string },
): Promise<{ url: string }> {
  const { signInProvider, client, userId, hint } = request
  const id = newId()
  const state = newToken()
  const browser = newToken()
  // A token has the form that RFC 7636 requires of a verifier.
  const proof = { nonce: newToken(), verifier: newToken() }
  const createdAt = platform.clock.now()
  const url = await client.authorizeUrl({ redirectUri: redirectUriOf(platform, signInProvider), state, ...proof }, hint)
  await platform.db.withAuth((tx) =>
    insertFlow(tx, {
      id,
      signInProvider,
      userId,
      stateHash: hashToken(state),
      browserHash: hashToken(browser),
      sealedProof: platform.keyRing.encrypt(JSON.stringify(proof), placeOf(id)),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + flowMs),
    }),
  )
  context.setCookie(cookieName, browser, flowMs / 1_000)
  return { url }
}

const placeOf = (flowId: string) => `sign_in_flows.proof:${flowId}`

export function openProof({ keyRing }: Platform, flowId: string, sealed: string): { nonce: string; verifier: string } {
  return JSON.parse(keyRing.decrypt(sealed, placeOf(flowId))) as { nonce: string; verifier: string }
}

/** The browser's half of an attempt; null without one. */
export function browserOf(context: PublicContext): string | null {
  const value = context.readCookie(cookieName)
  return value !== undefined && isToken(value) ? value : null
}

export const clearBrowserCookie = (context: PublicContext): void => context.setCookie(cookieName, null)
