import type { Channel } from '@imperium/contract/contacts/reach.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { extensionPoint } from '../../../platform/extension-point.ts'
import type { Extension } from '../../../platform/extension-point.ts'
import { clearFailures } from './accounts-store.ts'

/** An account whose rest is over before its time. */
export interface ReadyAccount {
  id: string
  channel: Channel
  /** What names no account goes by it. */
  isDefault: boolean
}
type WakeSends = (tx: OrgTx, account: ReadyAccount) => Promise<void>

const wakers = extensionPoint<WakeSends>()

/** Lets a module whose messages wait for an account that rests (campaigns) hear that they need not any more. */
export const onAccountReady = (wake: WakeSends): Extension => wakers.entry(wake)

/** By a success, by hand, or because the account was changed: the breaker closes, and what waits for it goes on. */
export async function endRest(platform: Platform, tx: OrgTx, accountId: string): Promise<void> {
  const ended = await clearFailures(tx, accountId)
  if (ended) for (const wake of wakers.of(platform)) await wake(tx, ended)
}
