import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { extensionPoint } from '../../../platform/extension-point.ts'
import type { Extension } from '../../../platform/extension-point.ts'

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

const writers = extensionPoint<WasWrittenTo>()

/** Lets a module that sends messages of its own (messages) say that an answer is to one of these, and not to an earlier campaign. */
export const onSingleMessages = (wasWritten: WasWrittenTo): Extension => writers.entry(wasWritten)

export async function wasWrittenTo(platform: Platform, tx: OrgTx, messages: SingleMessages): Promise<boolean> {
  for (const wasWritten of writers.of(platform)) if (await wasWritten(tx, messages)) return true
  return false
}
