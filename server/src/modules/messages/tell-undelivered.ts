import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'

interface Undelivered {
  id: string
  conversationId: string
  /** Null: written without a member, so no member is notified. */
  senderUser: string | null
  subject: string
}

/** Notifies the author of a message that it was not delivered. */
export async function tellUndelivered(
  { events }: Pick<Platform, 'events'>,
  tx: OrgTx,
  { id, conversationId, senderUser, subject }: Undelivered,
  reason: string,
): Promise<void> {
  if (senderUser === null) return
  await events.emit(tx, 'message.undelivered', { conversationId, messageId: id, userId: senderUser, subject, reason: reason.slice(0, 300) })
}
