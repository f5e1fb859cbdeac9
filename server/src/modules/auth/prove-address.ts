import { sql } from 'kysely'
import type { AuthTx } from '../../platform/db/database.ts'

/** A user who opens a link from an email to the account's address has access to its mailbox. Keeps the time of the first verification. */
export async function proveAddress(tx: AuthTx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('auth.users')
    .set({ email_verified_at: sql`coalesce(email_verified_at, ${now})` })
    .where('id', '=', userId)
    .execute()
}
