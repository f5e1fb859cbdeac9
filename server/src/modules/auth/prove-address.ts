import { sql } from 'kysely'
import type { AuthTx } from '../../platform/db/database.ts'

/** Whoever came by a link that was mailed to the account's address reads its mailbox. Keeps the time of the first proof. */
export async function proveAddress(tx: AuthTx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('auth.users')
    .set({ email_verified_at: sql`coalesce(email_verified_at, ${now})` })
    .where('id', '=', userId)
    .execute()
}
