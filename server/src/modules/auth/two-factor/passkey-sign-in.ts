import type { z } from 'zod'
import type { Session } from '@imperium/contract/auth/auth.ts'
import type { PasskeyAssertion, PasskeyRequestOptions } from '@imperium/contract/auth/passkeys.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { AuthTx } from '../../../platform/db/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { PublicContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findAccountById, recordLogin } from '../store.ts'
import { beginCeremony, consumeCeremony } from './challenge-store.ts'
import { judgeAssertion, requestOptions } from './passkeys.ts'
import { beginSession } from './verify-sign-in.ts'

/** A challenge for any passkey of the visitor: it reveals nothing about accounts. */
export async function beginPasskeySignIn(platform: Platform): Promise<{ token: string; options: PasskeyRequestOptions }> {
  const options = await requestOptions(platform, 'required')
  const now = platform.clock.now()
  const begin = (tx: AuthTx) => beginCeremony(tx, { kind: 'passkey-sign-in', userId: null, webauthnChallenge: options.challenge, now })
  return { token: await platform.db.withAuth(begin), options }
}

/**
 * Signs in with a passkey alone: possession, and verification of the holder by the device, are two factors.
 * @throws 401 for anything else, without the reason; audited.
 */
export async function passkeySignIn(
  platform: Platform,
  context: PublicContext,
  body: { token: string; credential: z.output<typeof PasskeyAssertion> },
): Promise<Session> {
  const session = await platform.db.withAuth(async (tx) => {
    const challenge = await consumeCeremony(tx, body.token, 'passkey-sign-in', null, platform.clock.now())
    const row = challenge
      ? await judgeAssertion(platform, context, tx, { credential: body.credential, challenge, userId: null, userVerification: true })
      : null
    const account = row && (await findAccountById(tx, row.user_id))
    if (account?.status === 'ACTIVE') return beginSession(platform, context, tx, { account, method: 'passkey' })
    await recordRefusal(tx, context, account?.id ?? null)
    return null
  })
  if (!session) throw new AppError('INVALID_CREDENTIALS', 401, 'That passkey was not accepted. Try again, or sign in with your password.')
  return session
}

async function recordRefusal(tx: AuthTx, context: PublicContext, userId: string | null): Promise<void> {
  const { ipAddress, userAgent, requestId } = context
  await recordLogin(tx, { userId, ipAddress, userAgent, success: false, reason: 'wrong passkey', method: 'passkey' })
  await recordAudit(tx, null, {
    actor: { kind: 'anonymous', id: null, name: 'Anonymous' },
    action: 'two-factor.passkeySignIn',
    target: { kind: 'user', id: userId ?? undefined },
    outcome: 'refused',
    ipAddress,
    userAgent,
    requestId,
  })
}
