import type { SignInAnswer } from '@imperium/contract/auth.ts'
import { recordAudit } from '../../platform/audit.ts'
import { hashTokenHex } from '../../platform/crypto.ts'
import { AppError, limited } from '../../platform/errors.ts'
import type { PublicContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { addressGroup, countHit, forgiveHits } from '../../platform/rate-limit.ts'
import { hashing } from './hashing.ts'
import { completeSignIn } from './sign-in.ts'
import { findAccount, recordLogin } from './store.ts'
import type { Account } from './store.ts'

const windowSeconds = 15 * 60

/** Signs in; the second factor is asked where there is one. */
export async function login(platform: Platform, context: PublicContext, credentials: Credentials): Promise<SignInAnswer> {
  const account = await checkPassword(platform, context, credentials)
  return platform.db.withAuth((tx) => completeSignIn(platform, context, tx, { account, method: 'password' }))
}

interface Credentials {
  email: string
  password: string
}

/**
 * The account that a password opens, for every way in that asks for one. An unknown account costs the same hashing and answers the
 * same as a wrong password (SEC-5). Tries are limited per account from one address, per account from everywhere (wider) and per
 * address, each for a quarter of an hour at most, so that guessing is slow and no victim is locked out for long (SEC-4, R20).
 */
export async function checkPassword(platform: Platform, context: PublicContext, credentials: Credentials): Promise<Account> {
  const { db, config } = platform
  const address = addressGroup(context.ipAddress)
  const accountKey = `login:${hashTokenHex(`${credentials.email}\n${address}`)}`
  const bounds = [
    [accountKey, config.rateLimitLogin],
    [`login-account:${hashTokenHex(credentials.email)}`, config.rateLimitLogin * 5],
    [`login-address:${hashTokenHex(address)}`, config.rateLimitLoginAddress],
  ] as const
  for (const [key, max] of bounds) {
    const state = await countHit(db, key, max, windowSeconds)
    if (!state.allowed) throw limited(state.resetSeconds)
  }
  const account = await db.withAuth((tx) => findAccount(tx, credentials.email))
  const matches = await hashing(() =>
    account?.hash ? platform.passwords.verify(credentials.password, account.hash) : platform.passwords.burn(credentials.password),
  )
  const origin = { ipAddress: context.ipAddress, userAgent: context.userAgent }
  if (!account || !matches || account.status !== 'ACTIVE') {
    await db.withAuth(async (tx) => {
      await recordLogin(tx, { userId: account?.id ?? null, ...origin, success: false, reason: 'wrong credentials' })
      const actor = { kind: 'anonymous' as const, id: null, name: 'Anonymous' }
      await recordAudit(tx, null, {
        actor,
        action: 'auth.login',
        target: { kind: 'user', id: account?.id },
        outcome: 'refused',
        ...audited(context),
      })
    })
    throw new AppError('INVALID_CREDENTIALS', 401, 'Invalid email or password')
  }
  await forgiveHits(db, accountKey)
  return account
}

const audited = (context: PublicContext) => ({ ipAddress: context.ipAddress, requestId: context.requestId })
