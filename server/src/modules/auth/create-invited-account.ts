import { termsVersion } from '@imperium/contract/auth/auth.ts'
import { chooseLanguage } from '@imperium/contract/languages.ts'
import type { Language } from '@imperium/contract/languages.ts'
import { newId } from '../../platform/ids.ts'
import type { AuthTx } from '../../platform/db/database.ts'
import type { PublicContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { strictestPolicy } from '../security/index.ts'
import { hashing } from './hashing.ts'
import { checkNewPassword } from './password/check-new-password.ts'
import { proveAddress } from './prove-address.ts'
import { findAccountById, insertUser } from './store.ts'
import type { Account, NewUser } from './store.ts'

interface InvitedPerson {
  email: string
  firstName: string
  lastName: string
  password: string
  language: Language | undefined
  /** The password rules of this organization apply. */
  organization: { id: string; name: string }
}

/** An account that waits to be written: its password is hashed outside of any transaction. */
export interface PreparedAccount {
  user: NewUser
  passwordHash: string
}

/** Checks and hashes the input of a new account. @throws 422 for a password that the rules reject. */
export async function prepareInvitedAccount(platform: Platform, context: PublicContext, person: InvitedPerson): Promise<PreparedAccount> {
  const { password, language, organization, ...names } = person
  const policy = await platform.db.withAuth((tx) => strictestPolicy(tx, [organization.id]))
  const terms = [names.email, names.firstName, names.lastName, organization.name]
  await checkNewPassword(platform, { password, path: 'password', policy, words: terms })
  const passwordHash = await hashing(() => platform.passwords.hash(password))
  const user = { id: newId(), ...names, language: language ?? chooseLanguage(context.header('accept-language')), termsVersion }
  return { user, passwordHash }
}

/** Creates the account with its address verified; null if the address has an account by now, which is never overwritten (R11). */
export async function createInvitedAccount(tx: AuthTx, { user, passwordHash }: PreparedAccount): Promise<Account | null> {
  if (!(await insertUser(tx, user, passwordHash, new Date()))) return null
  await proveAddress(tx, user.id, new Date())
  return (await findAccountById(tx, user.id)) ?? null
}
