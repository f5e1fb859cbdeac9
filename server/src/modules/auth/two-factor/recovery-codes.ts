import { hashToken } from '../../../platform/crypto/crypto.ts'
import type { AuthTx } from '../../../platform/db/database.ts'
import { plainCode } from './typed-codes.ts'
import { replaceRecoveryCodes, consumeRecoveryCode } from './store.ts'

const count = 10
/** 120 bits cannot be guessed, so recovery codes need no rate limit (SEC-6). */
const bytes = 15

/** Replaces the account's ten codes; earlier ones stop working. Only their SHA-256 is stored. */
export async function issueRecoveryCodes(tx: AuthTx, userId: string): Promise<string[]> {
  // Loaded with the first codes: at rest it would only take memory.
  const { Secret } = await import('otpauth')
  const codes = Array.from({ length: count }, () => new Secret({ size: bytes }).base32.replace(/.{4}(?=.)/g, '$&-'))
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => hashToken(plainCode(code))),
  )
  return codes
}

/** Uses a code up; false for a wrong or used one. Once, also in a race. */
export const spendRecoveryCode = (tx: AuthTx, userId: string, code: string, now: Date): Promise<boolean> =>
  consumeRecoveryCode(tx, userId, hashToken(plainCode(code)), now)
