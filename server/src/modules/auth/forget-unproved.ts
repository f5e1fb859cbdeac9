import type { AuthTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { deletePasskeys, deleteTotp, lockUnproved, replaceRecoveryCodes, setSecondFactor } from './two-factor/store.ts'

/**
 * Call it where a mailbox is proved for an account by somebody who did not have to know anything of it. If nobody had proved it before,
 * whoever registered may have been a stranger who waits for the owner of the address: second factors, connected accounts, API keys and
 * browsers with push of that time are removed. False where the address was proved already: then nothing is.
 */
export async function forgetUnproved(platform: Pick<Platform, 'forgetUnproved'>, tx: AuthTx, userId: string): Promise<boolean> {
  if (!(await lockUnproved(tx, userId))) return false
  await deleteTotp(tx, userId)
  await deletePasskeys(tx, userId)
  await replaceRecoveryCodes(tx, userId, [])
  await setSecondFactor(tx, userId, null)
  await platform.forgetUnproved(tx, userId)
  return true
}
