import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createPlatformList } from '../../../platform/platform-list.ts'

/** What an answer may be about besides a campaign: messages to these people at this address, after a moment and before they answered. */
export interface SingleMessages {
  contactIds: readonly string[]
  channel: string
  address: string
  /** The account that the answer came to; null: any. */
  accountId: string | null
  after: Date
  until: Date
}

/** Says whether one went out. */
export type WasWrittenTo = (tx: OrgTx, messages: SingleMessages) => Promise<boolean>

const writers = createPlatformList<WasWrittenTo>()

/** Lets a module that sends messages of its own (messages) say that an answer is to one of these, and not to an earlier campaign. */
export function onSingleMessages(platform: Platform, wasWritten: WasWrittenTo): void {
  writers.add(platform, wasWritten)
}

export async function wasWrittenTo(platform: Platform, tx: OrgTx, messages: SingleMessages): Promise<boolean> {
  for (const wasWritten of writers.of(platform)) if (await wasWritten(tx, messages)) return true
  return false
}
