import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'

interface Undelivered {
  id: string
  conversationId: string
  /** Null: no member wrote it, so that none waits for it. */
  senderUser: string | null
  subject: string
}

/** Who wrote a message is told that it did not arrive. */
export async function tellUndelivered(
  { events }: Pick<Platform, 'events'>,
  tx: OrgTx,
  { id, conversationId, senderUser, subject }: Undelivered,
  reason: string,
): Promise<void> {
  if (senderUser === null) return
  await events.emit(tx, 'message.undelivered', { conversationId, messageId: id, userId: senderUser, subject, reason: reason.slice(0, 300) })
}
