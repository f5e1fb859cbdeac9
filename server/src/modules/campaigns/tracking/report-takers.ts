import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { extensionPoint } from '../../../platform/extension-point.ts'
import type { Extension } from '../../../platform/extension-point.ts'
import type { InboundItem } from '../../channels/index.ts'

/** Whom a message that a report is about went to. */
export interface ReportSubject {
  /** Null: somebody who is no contact (any more). */
  contactId: string | null
  address: string
}

/** Takes a report that names a message which no campaign sent, and says whose it was; null for none of its own. */
export type TakeReport = (tx: OrgTx, item: InboundItem) => Promise<ReportSubject | null>

const takers = extensionPoint<TakeReport>()

/** Lets a module that sends messages of its own (messages) be told what came of them. */
export const onReport = (take: TakeReport): Extension => takers.entry(take)

/** The first that knows the message; null where nobody does. */
export async function askReportTakers(platform: Platform, tx: OrgTx, item: InboundItem): Promise<ReportSubject | null> {
  for (const take of takers.of(platform)) {
    const subject = await take(tx, item)
    if (subject) return subject
  }
  return null
}
