import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { extensionPoint } from '../../../platform/extension-point.ts'
import type { Extension } from '../../../platform/extension-point.ts'

/** What a reply may be about besides a campaign: messages to these contacts at this address, after a moment and before the reply. */
export interface SingleMessages {
  contactIds: readonly string[]
  channel: string
  address: string
  /** The account that the reply arrived on; null: any. */
  accountId: string | null
  after: Date
  until: Date
}

/** Whether such a message was sent. */
export type WasWrittenTo = (tx: OrgTx, messages: SingleMessages) => Promise<boolean>

const writers = extensionPoint<WasWrittenTo>()

/** Lets a module that sends its own messages (messages) claim a reply to one of them, so that it does not count for an earlier campaign. */
export const onSingleMessages = (wasWritten: WasWrittenTo): Extension => writers.entry(wasWritten)

export async function wasWrittenTo(platform: Platform, tx: OrgTx, messages: SingleMessages): Promise<boolean> {
  for (const wasWritten of writers.of(platform)) if (await wasWritten(tx, messages)) return true
  return false
}
