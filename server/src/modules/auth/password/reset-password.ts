import { recordAudit } from '../../../platform/audit/audit.ts'
import { hashTokenHex } from '../../../platform/crypto/crypto.ts'
import { invalid } from '../../../platform/errors.ts'
import { signal } from '../../../platform/events/live.ts'
import type { PublicContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { addressGroup, forgiveHits } from '../../../platform/auth/rate-limit.ts'
import { accountWideKey, pairKey } from '../limit-sign-in.ts'
import { deleteUnproved } from '../delete-unproved.ts'
import { endPending, findToken, spendToken } from '../one-time-token-store.ts'
import { proveAddress } from '../prove-address.ts'
import { rememberDevice } from '../sessions/device-cookie.ts'
import { findAccountById } from '../store.ts'
import { endSessionsExcept } from '../two-factor/store.ts'
import { prepareNextPassword } from './choose-password.ts'
import { setPassword } from './store.ts'
import { notifyOfChange } from './notify-of-change.ts'
import { accessChanged } from '../../../platform/auth/access-signals.ts'

const linkIsDead = () => invalid([{ path: 'token', message: 'This link is no longer valid. Please ask for a new one.' }])

/**
 * Sets a password by an emailed, single-use link: ends all sessions, keeps the second factor, verifies the address, lifts the guess limit.
 * A first verification removes all earlier access. @throws 422 for an invalid link or a rejected password (the link stays valid).
 */
export async function resetPassword(platform: Platform, context: PublicContext, body: { token: string; password: string }): Promise<void> {
  const { db, clock } = platform
  const account = await db.withAuth(async (tx) => {
    const found = await findToken(tx, body.token, 'reset-password', clock.now())
    return found ? ((await findAccountById(tx, found.userId)) ?? null) : null
  })
  if (account?.status !== 'ACTIVE') throw linkIsDead()
  const hash = await prepareNextPassword(platform, account, body.password, 'password')
  await db.withAuth(async (tx) => {
    const now = clock.now()
    const used = await spendToken(tx, body.token, 'reset-password', now)
    // A link to an address that the account no longer has is invalid.
    if (used?.userId !== account.id || used.email !== account.email) throw linkIsDead()
    const isFirstProof = await deleteUnproved(platform, tx, account.id)
    await setPassword(tx, account.id, hash, now)
    await endPending(tx, account.id)
    await proveAddress(tx, account.id, now)
    const sessions = await endSessionsExcept(tx, account.id, null, 'password reset', now)
    await signal(tx, accessChanged({ userId: account.id }))
    await notifyOfChange(platform, context, tx, account)
    await recordAudit(tx, null, {
      actor: { kind: 'user', id: account.id, name: `${account.first_name} ${account.last_name}` },
      action: 'auth.resetPassword',
      target: { kind: 'user', id: account.id },
      ipAddress: context.ipAddress,
      userAgent: context.userAgent,
      requestId: context.requestId,
      after: { endedSessions: sessions, ...(isFirstProof ? { firstProof: true } : {}) },
    })
  })
  platform.auth.invalidate(account.id)
  rememberDevice(platform, context, account.id)
  await forgiveHits(db, accountWideKey(account.email))
  await forgiveHits(db, pairKey(account.email, hashTokenHex(addressGroup(context.ipAddress))))
}
