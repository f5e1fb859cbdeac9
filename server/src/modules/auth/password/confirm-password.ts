import type { Session } from '@imperium/contract/auth/auth.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { hashTokenHex } from '../../../platform/crypto/crypto.ts'
import { conflict, invalid, limited, unauthenticated } from '../../../platform/errors.ts'
import type { AppError } from '../../../platform/errors.ts'
import type { SignedInContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { countHit, forgiveHits } from '../../../platform/auth/rate-limit.ts'
import { hashing } from '../hashing.ts'
import { findAccountById, recordLogin } from '../store.ts'
import type { Account } from '../store.ts'
import { replaceSession } from '../two-factor/change-factor.ts'

type Context = Omit<SignedInContext, 'tx'>

const windowSeconds = 15 * 60

export const wrongPassword = (path: string): AppError => invalid([{ path, message: 'The current password is incorrect' }])

/**
 * Checks that the holder of the session knows the password. Guesses are counted per session, so that a thief of one does not
 * block its owner in another. @throws 422 at `path` for a wrong one, 429 after too many.
 */
export async function confirmPassword(
  platform: Platform,
  context: Context,
  account: Account,
  password: string,
  path: string,
): Promise<void> {
  const { db, config, clock } = platform
  const key = `confirm:${hashTokenHex(context.caller.familyId)}`
  const state = await countHit(db, key, config.rateLimitLogin, windowSeconds)
  if (!state.allowed) throw limited(state.resetSeconds)
  const { hash } = account
  if (hash && (await hashing(() => platform.passwords.verify(password, hash)))) return forgiveHits(db, key)
  await db.withAuth(async (tx) => {
    const { ipAddress, userAgent, requestId } = context
    await recordLogin(tx, {
      userId: account.id,
      ipAddress,
      userAgent,
      success: false,
      reason: 'wrong password',
      method: 'password',
      at: clock.now(),
    })
    const actor = { kind: 'user' as const, id: account.id, name: `${account.first_name} ${account.last_name}` }
    await recordAudit(tx, null, {
      actor,
      action: 'auth.confirmPassword',
      target: { kind: 'user', id: account.id },
      outcome: 'refused',
      ipAddress,
      userAgent,
      requestId,
    })
  })
  throw wrongPassword(path)
}

/**
 * Continues under a new token as just authenticated (SEC-10, SEC-14). If the account has a second factor, the password alone
 * is not enough: with a stolen session it would allow to replace that factor (R22).
 */
export async function reauthenticate(platform: Platform, context: Context, password: string): Promise<Session> {
  const account = await platform.db.withAuth((tx) => findAccountById(tx, context.caller.userId))
  if (!account) throw unauthenticated()
  if (account.second_factor_at) throw conflict('Confirm with a passkey or a code.')
  if (!account.hash) throw conflict('This account has no password. Confirm with a passkey or a code, or sign in again.')
  await confirmPassword(platform, context, account, password, 'password')
  return platform.db.withAuth((tx) => replaceSession(platform, context, tx, { authenticatedAt: platform.clock.now() }))
}
