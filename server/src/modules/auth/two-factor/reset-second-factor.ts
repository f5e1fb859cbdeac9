import { dateReaderOf } from '../date-reader.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { AuditActor } from '../../../platform/audit/audit.ts'
import type { AuthTx } from '../../../platform/db/database.ts'
import { signal } from '../../../platform/events/live.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findAccount } from '../store.ts'
import { postNotice } from './notices.ts'
import {
  countRecoveryCodes,
  deletePasskeys,
  deleteTotp,
  endSessionsExcept,
  lockAccount,
  replaceRecoveryCodes,
  setSecondFactor,
} from './store.ts'
import { accessChanged } from '../../../platform/auth/access-signals.ts'

/**
 * Removes every second factor of an account that lost it, ends its sessions and notifies the user. For the operator, who verified
 * the user by other means. Null: there is no such account, or it is not active.
 */
export async function resetSecondFactor(
  platform: Pick<Platform, 'keyRing' | 'jobs' | 'clock' | 'config'>,
  tx: AuthTx,
  email: string,
  actor: AuditActor,
): Promise<{ authenticator: boolean; passkeys: number; recoveryCodes: number; sessions: number } | null> {
  const account = await findAccount(tx, email)
  if (!account || !(await lockAccount(tx, account.id))) return null
  const removed = {
    authenticator: await deleteTotp(tx, account.id),
    passkeys: await deletePasskeys(tx, account.id),
    recoveryCodes: await countRecoveryCodes(tx, account.id),
    sessions: await endSessionsExcept(tx, account.id, null, 'second factor reset', platform.clock.now()),
  }
  await replaceRecoveryCodes(tx, account.id, [])
  await setSecondFactor(tx, account.id, null)
  await signal(tx, accessChanged({ userId: account.id }))
  const recipient = { userId: account.id, email, preferences: dateReaderOf(account) }
  await postNotice(platform, tx, recipient, null, 'resetByOperator')
  const target = { kind: 'user', id: account.id, name: `${account.first_name} ${account.last_name}` }
  await recordAudit(tx, null, { actor, action: 'two-factor.reset', target, before: removed })
  return removed
}
