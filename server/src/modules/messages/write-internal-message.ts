import type { Priority } from '@imperium/contract/messages.ts'
import { messageEvents } from '@imperium/contract/events/messages.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { findActiveMembers, insertConversation, insertMessage, insertParticipants } from './store.ts'

export interface InternalMessage {
  /** Member ids; former members are skipped. */
  to: readonly string[]
  subject: string
  text: string
  priority: Priority
  /** Shown as the author: the workflow's name. */
  from: string
}

/**
 * A conversation among members that the product starts, in the caller's transaction; they are notified as usual.
 * @returns its id, or null if none of them is an active member.
 */
export async function writeInternalMessage(platform: Platform, tx: OrgTx, message: InternalMessage): Promise<string | null> {
  const members = await findActiveMembers(tx, { ids: [...new Set(message.to)], limit: 50 })
  if (members.length === 0) return null
  const [id, messageId] = [newId(), newId()]
  const { subject, priority, from, text } = message
  await insertConversation(tx, { id, kind: 'internal', subject, priority, channel: null, contactId: null })
  await insertParticipants(
    tx,
    id,
    members.map((member) => member.id),
  )
  await insertMessage(tx, {
    id: messageId,
    conversationId: id,
    direction: 'internal',
    senderUser: null,
    senderName: from,
    address: '',
    body: text,
    status: 'received',
    externalId: null,
    inReplyTo: null,
    at: platform.clock.now(),
  })
  await platform.events.emit(tx, messageEvents.received, { conversationId: id, messageId, kind: 'internal', from, senderUser: null })
  return id
}
