import type { AuthTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { deletePasskeys, deleteTotp, lockUnproved, replaceRecoveryCodes, setSecondFactor } from './two-factor/store.ts'

/**
 * Call it when a mailbox is verified without proof of the account's credentials. If it was never verified, a stranger may have registered:
 * second factors, connected accounts, API keys and push browsers of that time are removed. False if it was verified before.
 */
export async function deleteUnproved(platform: Pick<Platform, 'deleteUnproved'>, tx: AuthTx, userId: string): Promise<boolean> {
  if (!(await lockUnproved(tx, userId))) return false
  await deleteTotp(tx, userId)
  await deletePasskeys(tx, userId)
  await replaceRecoveryCodes(tx, userId, [])
  await setSecondFactor(tx, userId, null)
  await platform.deleteUnproved(tx, userId)
  return true
}
