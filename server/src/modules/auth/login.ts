import type { SignInResponse } from '@imperium/contract/auth/auth.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import { AppError } from '../../platform/errors.ts'
import type { PublicContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { hashing } from './hashing.ts'
import { limitSignIn } from './limit-sign-in.ts'
import { readFamiliarity } from './sessions/familiarity.ts'
import { completeSignIn } from './sign-in.ts'
import { findAccount, recordLogin, replaceHash } from './store.ts'
import type { Account } from './store.ts'

/** Signs in; asks for the second factor if the account has one. */
export async function login(platform: Platform, context: PublicContext, credentials: Credentials): Promise<SignInResponse> {
  const account = await checkPassword(platform, context, credentials)
  return platform.db.withAuth((tx) => completeSignIn(platform, context, tx, { account, method: 'password' }))
}

interface Credentials {
  email: string
  password: string
}

/**
 * The account that a password opens, for every sign-in that asks for one. An unknown account costs the same queries and hashing and
 * answers the same as a wrong password (SEC-5); guesses are limited by `limitSignIn`.
 */
export async function checkPassword(platform: Platform, context: PublicContext, { email, password }: Credentials): Promise<Account> {
  const { db, clock } = platform
  const { account, known } = await db.withAuth(async (tx) => {
    const found = await findAccount(tx, email)
    return { account: found, known: await readFamiliarity(platform, context, tx, found?.id ?? null) }
  })
  const tries = await limitSignIn(platform, context, { email, userId: account?.id ?? null, known })
  const matches = await hashing(() =>
    account?.hash ? platform.passwords.verify(password, account.hash) : platform.passwords.burn(password),
  )
  if (!account || !matches || account.status !== 'ACTIVE') {
    const { ipAddress, userAgent, requestId } = context
    await db.withAuth(async (tx) => {
      const reason = 'wrong password'
      await recordLogin(tx, {
        userId: account?.id ?? null,
        ipAddress,
        userAgent,
        success: false,
        reason,
        method: 'password',
        at: clock.now(),
      })
      await recordAudit(tx, null, {
        actor: { kind: 'anonymous', id: null, name: 'Anonymous' },
        action: 'auth.login',
        target: { kind: 'user', id: account?.id },
        outcome: 'refused',
        ipAddress,
        userAgent,
        requestId,
      })
    })
    throw new AppError('INVALID_CREDENTIALS', 401, 'Invalid email or password')
  }
  await tries.succeeded()
  if (account.hash) await renewHash(platform, account.id, account.hash, password)
  return account
}

/** Replaces a hash of older settings with a current one while the password is available (ASVS 11.2.2). */
async function renewHash({ db, passwords }: Platform, userId: string, stored: string, password: string): Promise<void> {
  if (!passwords.needsRehash(stored)) return
  const renewed = await hashing(() => passwords.hash(password))
  await db.withAuth((tx) => replaceHash(tx, userId, stored, renewed))
}
