import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { extensionPoint } from '../../../platform/extension-point.ts'
import type { Extension } from '../../../platform/extension-point.ts'
import type { InboundItem } from '../../channels/index.ts'

/** The recipient of the message that a report is about. */
export interface ReportSubject {
  /** Null: the recipient is no contact (any more). */
  contactId: string | null
  address: string
}

/** Handles a report about a message that no campaign sent, and returns its recipient; null where the module did not send it. */
export type ReportTaker = (tx: OrgTx, item: InboundItem) => Promise<ReportSubject | null>

const takers = extensionPoint<ReportTaker>()

/** Lets a module that sends its own messages (messages) receive reports about them. */
export const onReport = (take: ReportTaker): Extension => takers.entry(take)

/** Returns the first match; null where no module knows the message. */
export async function offerReport(platform: Platform, tx: OrgTx, item: InboundItem): Promise<ReportSubject | null> {
  for (const take of takers.of(platform)) {
    const subject = await take(tx, item)
    if (subject) return subject
  }
  return null
}
