import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findDefaultAccount } from '../accounts/accounts-store.ts'
import type { ChannelAccount } from '../accounts/accounts-store.ts'
import { resolveSender } from './senders-store.ts'
import type { SenderIdentity } from './senders-store.ts'
import { isSandbox } from '../accounts/show-account.ts'

export interface OwnSending {
  account: ChannelAccount
  sender: SenderIdentity
}

/** The default account and verified default sender of an organization; null if one is missing, and for a sandbox. */
export async function findOwnSending(platform: Platform, tx: OrgTx): Promise<OwnSending | null> {
  const account = await findDefaultAccount(tx, 'email')
  if (!account?.isActive || isSandbox(platform, account)) return null
  const sender = await resolveSender(tx, null)
  return sender?.verifiedAt ? { account, sender } : null
}
