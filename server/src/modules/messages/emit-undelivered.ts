import { z } from 'zod'
import { defineInternalEvent, personalText } from '@imperium/contract/kit/event.ts'
import { Id } from '@imperium/contract/kit/fields.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'

/** A member's message did not reach the contact or has an unknown outcome. */
export const messageUndelivered = defineInternalEvent(
  'message.undelivered',
  z.object({ conversationId: Id, messageId: Id, userId: Id, subject: personalText(), reason: personalText() }),
)

interface Undelivered {
  id: string
  conversationId: string
  /** Null: written without a member, so no member is notified. */
  senderUser: string | null
  subject: string
}

/** Notifies the author of a message that it was not delivered. */
export async function emitUndelivered(
  { events }: Pick<Platform, 'events'>,
  tx: OrgTx,
  { id, conversationId, senderUser, subject }: Undelivered,
  reason: string,
): Promise<void> {
  if (senderUser === null) return
  await events.emit(tx, messageUndelivered, { conversationId, messageId: id, userId: senderUser, subject, reason: reason.slice(0, 300) })
}
