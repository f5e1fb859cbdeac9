import { hashTokenHex } from '../../../platform/crypto/crypto.ts'
import { limited } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { countHit, forgiveHits } from '../../../platform/auth/rate-limit.ts'

// Of the six digits three are right at any time: 60 tries a day find one in 15 years. A right one forgives those before it.
const bounds = [
  { name: 'quarter', max: 10, seconds: 15 * 60 },
  { name: 'day', max: 60, seconds: 24 * 60 * 60 },
] as const

const keyOf = (name: string, userId: string) => `totp-${name}:${hashTokenHex(userId)}`

/**
 * Counts an attempt with a six-digit code, over all challenges and addresses of the account. Passkeys and recovery codes cannot be
 * guessed and are not limited, so guesses of others lock no user out (SEC-4). @throws 429 after too many attempts.
 */
export async function countGuess({ db }: Platform, userId: string): Promise<void> {
  for (const { name, max, seconds } of bounds) {
    const state = await countHit(db, keyOf(name, userId), max, seconds)
    if (!state.allowed)
      throw limited(state.resetSeconds, 'Too many wrong codes. Use a passkey or a recovery code, or wait before you try again.')
  }
}

export async function forgiveGuesses({ db }: Platform, userId: string): Promise<void> {
  for (const { name } of bounds) await forgiveHits(db, keyOf(name, userId))
}

/** True once an hour: a user does not get an email for every challenge that an attacker's guesses end. */
export async function mayWarn({ db }: Platform, userId: string): Promise<boolean> {
  return (await countHit(db, keyOf('warned', userId), 1, 3_600)).allowed
}
