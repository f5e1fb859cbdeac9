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

/** An account without a password, for whom a provider vouches; null where the address has an account already. */
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

/** How an account gets in without any provider; the row is held, so that two ways are not taken away at once. */
export async function lockOwnWaysIn(tx: AuthTx, userId: string): Promise<{ password: boolean; passkey: boolean }> {
  await tx.selectFrom('auth.users').select('id').where('id', '=', userId).forUpdate().execute()
  const { rows } = await sql<{ password: boolean; passkey: boolean }>`
    select exists (select 1 from auth.user_passwords where user_id = ${userId}) as password,
           exists (select 1 from auth.passkeys where user_id = ${userId}) as passkey`.execute(tx)
  return rows[0] ?? { password: false, passkey: false }
}
