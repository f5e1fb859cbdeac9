import type { Session } from '@imperium/contract/auth/auth.ts'
import { unauthenticated } from '../../../platform/errors.ts'
import type { SignedInContext } from '../../../platform/operations/context.ts'
import { requireRecentSignIn } from '../../../platform/operations/recent-sign-in.ts'
import type { Platform } from '../../../platform/platform.ts'
import { endPending } from '../one-time-token-store.ts'
import { findAccountById } from '../store.ts'
import type { Account } from '../store.ts'
import { replaceSession } from '../two-factor/change-factor.ts'
import { endSessionsExcept } from '../two-factor/store.ts'
import { prepareNextPassword } from './choose-password.ts'
import { confirmPassword, wrongPassword } from './confirm-password.ts'
import { setPassword } from './store.ts'
import { notifyOfChange } from './notify-of-change.ts'

type Context = Omit<SignedInContext, 'tx'>

/**
 * Changes the password, or sets the first one of an account without. Ends all other sessions; this one gets a new token (SEC-10, SEC-13).
 * @throws 422 for a wrong current or rejected new password; 403 if an account without password must reauthenticate; 429 after too many.
 */
export async function changePassword(
  platform: Platform,
  context: Context,
  body: { currentPassword?: string | undefined; newPassword: string },
): Promise<Session> {
  const { db, clock } = platform
  const account = await db.withAuth((tx) => findAccountById(tx, context.caller.userId))
  if (!account) throw unauthenticated()
  await proveIdentity(platform, context, account, body.currentPassword)
  const hash = await prepareNextPassword(platform, account, body.newPassword, 'newPassword')
  return db.withAuth(async (tx) => {
    const now = clock.now()
    const [held] = await tx.selectFrom('auth.user_passwords').select('hash').where('user_id', '=', account.id).forUpdate().execute()
    // Another request changed or reset it since the confirmation: the confirmed password is outdated.
    if ((held?.hash ?? null) !== account.hash) throw wrongPassword('currentPassword')
    await setPassword(tx, account.id, hash, now)
    await endPending(tx, account.id)
    await endSessionsExcept(tx, account.id, context.caller.sessionId, 'password changed', now)
    await notifyOfChange(platform, context, tx, account)
    const changed = { ...context, caller: { ...context.caller, passwordChangedAt: now } }
    // The password is one of two factors: alone it does not allow a change of the other.
    return replaceSession(platform, changed, tx, account.second_factor_at ? {} : { authenticatedAt: now })
  })
}

async function proveIdentity(platform: Platform, context: Context, account: Account, password: string | undefined): Promise<void> {
  if (account.hash) await confirmPassword(platform, context, account, password ?? '', 'currentPassword')
  else requireRecentSignIn(platform, context.caller)
}
