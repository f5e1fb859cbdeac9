import { hashToken, isToken, newToken } from '../../platform/crypto/crypto.ts'
import type { AuthTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'

export type TokenPurpose = 'verify-email' | 'reset-password' | 'change-email' | 'delete-account'

/**
 * Creates a 256-bit link token for an account, valid for `minutes`; an earlier one of the same purpose stops working. Only its
 * SHA-256 is stored. `email` is the address that the link goes to.
 */
export async function issueToken(
  tx: AuthTx,
  request: { userId: string; purpose: TokenPurpose; email: string; minutes: number; now: Date },
): Promise<string> {
  const token = newToken()
  await tx.deleteFrom('auth.one_time_tokens').where('user_id', '=', request.userId).where('purpose', '=', request.purpose).execute()
  await tx
    .insertInto('auth.one_time_tokens')
    .values({
      id: newId(),
      user_id: request.userId,
      purpose: request.purpose,
      token_hash: hashToken(token),
      email: request.email,
      created_at: request.now,
      expires_at: new Date(request.now.getTime() + request.minutes * 60_000),
    })
    .execute()
  return token
}

/** Consumes a token and returns its account; null if it is unknown, used, expired or for another purpose. Works once, also in a race. */
export async function spendToken(
  tx: AuthTx,
  token: string,
  purpose: TokenPurpose,
  now: Date,
): Promise<{ userId: string; email: string } | null> {
  if (!isToken(token)) return null
  const row = await tx
    .updateTable('auth.one_time_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'email'])
    .executeTakeFirst()
  return row ? { userId: row.user_id, email: row.email } : null
}

/**
 * Ends what was begun with the old password: links for another address, a new password or account deletion,
 * and sign-ins that wait for their second factor. A user who changes the password after an intrusion stops them by it.
 */
export async function endPending(tx: AuthTx, userId: string): Promise<void> {
  await tx
    .deleteFrom('auth.one_time_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '<>', 'verify-email')
    .where('used_at', 'is', null)
    .execute()
  await tx.deleteFrom('auth.challenges').where('user_id', '=', userId).where('kind', '=', 'second-factor').execute()
}

/** The account of a token, without consuming it. */
export async function findToken(
  tx: AuthTx,
  token: string,
  purpose: TokenPurpose,
  now: Date,
): Promise<{ userId: string; email: string } | null> {
  if (!isToken(token)) return null
  const row = await tx
    .selectFrom('auth.one_time_tokens')
    .select(['user_id', 'email'])
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ? { userId: row.user_id, email: row.email } : null
}
