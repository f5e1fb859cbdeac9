import type { OrgTx } from '../../../platform/db/database.ts'
import { extensionPoint } from '../../../platform/extension-point.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { InboundItem } from '../../channels/index.ts'

/** @returns true where the email continues a ticket: it opens no conversation with a contact. */
type TakeTicketMail = (tx: OrgTx, item: InboundItem) => Promise<boolean>

const points = extensionPoint<TakeTicketMail>()

/** Lets the module of tickets take the emails that members send in reply to what they were answered. */
export const onTicketMail = points.entry

export async function isTicketMail(platform: Platform, tx: OrgTx, item: InboundItem): Promise<boolean> {
  if (item.channel !== 'email') return false
  for (const take of points.of(platform)) if (await take(tx, item)) return true
  return false
}
