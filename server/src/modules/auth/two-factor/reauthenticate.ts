import type { z } from 'zod'
import type { Session } from '@imperium/contract/auth/auth.ts'
import type { PasskeyAssertion, PasskeyRequestOptions } from '@imperium/contract/auth/passkeys.ts'
import type { AuthTx } from '../../../platform/db/database.ts'
import { conflict, invalid } from '../../../platform/errors.ts'
import type { SignedInContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { proveWithCode } from './authenticator.ts'
import { beginCeremony, consumeCeremony } from './challenge-store.ts'
import { replaceSession } from './change-factor.ts'
import type { CallerContext } from './change-factor.ts'
import { ceremonyOver } from './manage-passkeys.ts'
import { postNotice } from './notices.ts'
import { createPasskeyRequest, judgeAssertion } from './passkeys.ts'
import { isTotpCode, plainCode } from './typed-codes.ts'

/** The session continues under a new token (SEC-10), and sensitive operations are allowed again for ten minutes (SEC-14). */
const proveNow = (platform: Platform, context: CallerContext, tx: AuthTx): Promise<Session> =>
  replaceSession(platform, context, tx, { authenticatedAt: platform.clock.now() })

/** @throws 409 for an account without a second factor, 422 for a wrong code. */
export async function reauthenticateWithCode(platform: Platform, context: CallerContext, code: string): Promise<Session> {
  if (!context.caller.hasSecondFactor) throw conflict('No second factor is set up.')
  return proveWithCode(platform, context, code, async (tx) => {
    if (!isTotpCode(plainCode(code))) await postNotice(platform, tx, context.caller, context, 'recoveryCodeUsed')
    return proveNow(platform, context, tx)
  })
}

/** @throws 409 for an account without a passkey. */
export async function beginReauthenticateWithPasskey(
  platform: Platform,
  { caller, tx }: SignedInContext,
): Promise<{ token: string; options: PasskeyRequestOptions }> {
  const options = await createPasskeyRequest(platform, tx, caller.userId)
  if (!options) throw conflict('No passkey is set up.')
  const now = platform.clock.now()
  const token = await beginCeremony(tx, { kind: 'passkey-confirm', userId: caller.userId, webauthnChallenge: options.challenge, now })
  return { token, options }
}

/** @throws 409 if the ceremony ended, 422 for a response that proves nothing. */
export async function reauthenticateWithPasskey(
  platform: Platform,
  context: CallerContext,
  body: { token: string; credential: z.output<typeof PasskeyAssertion> },
): Promise<Session> {
  const { userId } = context.caller
  // Commits the consumed challenge, and the audit of a copied authenticator, even if the response is rejected.
  const session = await platform.db.withAuth(async (tx) => {
    const challenge = await consumeCeremony(tx, body.token, 'passkey-confirm', userId, platform.clock.now())
    if (!challenge) return 'over'
    const row = await judgeAssertion(platform, context, tx, { credential: body.credential, challenge, userId, userVerification: false })
    return row ? proveNow(platform, context, tx) : null
  })
  if (session === 'over') throw ceremonyOver()
  if (!session) throw invalid([{ path: 'credential', message: 'That passkey was not accepted.' }])
  return session
}
