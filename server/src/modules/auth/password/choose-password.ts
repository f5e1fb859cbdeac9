import type { PasswordPolicy } from '@imperium/contract/auth/security.ts'
import type { AuthTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { listMemberships } from '../../organizations/index.ts'
import { strictestPolicy } from '../../security/index.ts'
import { hashing } from '../hashing.ts'
import type { Account } from '../store.ts'
import { checkNewPassword } from './check-new-password.ts'
import { listUsedHashes } from './store.ts'

interface Known {
  policy: PasswordPolicy
  words: string[]
  usedBefore: string[]
}

/** The rules for the next password of an account: those of every organization it belongs to. */
export async function readPasswordPolicy(tx: AuthTx, userId: string): Promise<PasswordPolicy> {
  return strictestPolicy(
    tx,
    (await listMemberships(tx, userId)).map(({ id }) => id),
  )
}

async function readKnown(tx: AuthTx, account: Account): Promise<Known> {
  const memberships = await listMemberships(tx, account.id)
  return {
    policy: await strictestPolicy(
      tx,
      memberships.map(({ id }) => id),
    ),
    words: [account.email, account.first_name, account.last_name, ...memberships.map(({ name }) => name)],
    usedBefore: await listUsedHashes(tx, account.id),
  }
}

/** Checks the next password of an account and hashes it; outside of any transaction. @throws 422 with every reason against it. */
export async function prepareNextPassword(platform: Platform, account: Account, password: string, path: string): Promise<string> {
  const known = await platform.db.withAuth((tx) => readKnown(tx, account))
  await checkNewPassword(platform, { password, path, ...known })
  return hashing(() => platform.passwords.hash(password))
}
