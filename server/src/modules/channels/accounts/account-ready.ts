import type { Channel } from '@imperium/contract/contacts/reach.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { extensionPoint } from '../../../platform/extension-point.ts'
import type { Extension } from '../../../platform/extension-point.ts'
import { clearFailures } from './accounts-store.ts'

/** An account with a circuit breaker that closed before its pause ended. */
export interface ReadyAccount {
  id: string
  channel: Channel
  /** Messages that name no account use the default. */
  isDefault: boolean
}
type WakeSends = (tx: OrgTx, account: ReadyAccount) => Promise<void>

const wakers = extensionPoint<WakeSends>()

/** Lets a module with messages that wait for a paused account (campaigns) learn that the account is ready again. */
export const onAccountReady = (wake: WakeSends): Extension => wakers.entry(wake)

/** Closes the circuit breaker after a success, manually, or because the account was changed; waiting messages continue. */
export async function closeBreaker(platform: Platform, tx: OrgTx, accountId: string): Promise<void> {
  const ended = await clearFailures(tx, accountId)
  if (ended) for (const wake of wakers.of(platform)) await wake(tx, ended)
}
