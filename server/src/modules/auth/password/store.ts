import type { AuthTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'

/** More than any policy requires. */
const keptHashes = 12

/** Sets the password of an account, or its first one; the hash joins the history. */
export async function setPassword(tx: AuthTx, userId: string, hash: string, now: Date): Promise<void> {
  await tx
    .insertInto('auth.user_passwords')
    .values({ user_id: userId, hash, changed_at: now })
    .onConflict((on) => on.column('user_id').doUpdateSet({ hash, changed_at: now }))
    .execute()
  await rememberHash(tx, userId, hash, now)
}

export async function rememberHash(tx: AuthTx, userId: string, hash: string, now: Date): Promise<void> {
  await tx.insertInto('auth.password_history').values({ id: newId(), user_id: userId, hash, created_at: now }).execute()
  await tx
    .deleteFrom('auth.password_history')
    .where('user_id', '=', userId)
    .where('id', 'not in', (kept) =>
      kept.selectFrom('auth.password_history').select('id').where('user_id', '=', userId).orderBy('created_at', 'desc').limit(keptHashes),
    )
    .execute()
}

/** Hashes of the passwords that the account has or had, the present one first. */
export async function listUsedHashes(tx: AuthTx, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('auth.password_history')
    .select('hash')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(keptHashes)
    .execute()
  return rows.map((row) => row.hash)
}
