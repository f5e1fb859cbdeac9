import { sql } from 'kysely'
import { termsVersion } from '@imperium/contract/auth/auth.ts'
import type { AuthTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { findAccountById } from './store.ts'
import type { Account } from './store.ts'

export interface ProvenPerson {
  email: string
  firstName: string
  lastName: string
  language: string
}

/** Creates an account without a password that a provider vouches for; null if the address has an account already. */
export async function createProvenAccount(tx: AuthTx, person: ProvenPerson, now: Date): Promise<Account | null> {
  const id = newId()
  const result = await tx
    .insertInto('auth.users')
    .values({
      id,
      email: person.email,
      first_name: person.firstName,
      last_name: person.lastName,
      language: person.language,
      terms_version: termsVersion,
      email_verified_at: now,
    })
    .onConflict((on) => on.column('email').doNothing())
    .executeTakeFirst()
  if (!result.numInsertedOrUpdatedRows) return null
  return (await findAccountById(tx, id)) ?? null
}

/** The sign-in methods of an account without providers; locks the row, so that two methods are not removed concurrently. */
export async function lockOwnWaysIn(tx: AuthTx, userId: string): Promise<{ password: boolean; passkey: boolean }> {
  await tx.selectFrom('auth.users').select('id').where('id', '=', userId).forUpdate().execute()
  const { rows } = await sql<{ password: boolean; passkey: boolean }>`
    select exists (select 1 from auth.user_passwords where user_id = ${userId}) as password,
           exists (select 1 from auth.passkeys where user_id = ${userId}) as passkey`.execute(tx)
  return rows[0] ?? { password: false, passkey: false }
}
