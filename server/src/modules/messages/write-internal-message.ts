import type { Priority } from '@imperium/contract/messages.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { findActiveMembers, insertConversation, insertMessage, insertParticipants } from './store.ts'

export interface InternalMessage {
  /** Members; who is none any more is left out. */
  to: readonly string[]
  subject: string
  text: string
  priority: Priority
  /** Shown as who wrote it: the workflow's name. */
  from: string
}

/**
 * A conversation among members that nobody of them began, in the caller's transaction. They are told of it as of any other.
 * @returns its id, or null where none of them is an active member.
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
  await platform.events.emit(tx, 'message.received', { conversationId: id, messageId, kind: 'internal', from, senderUser: null })
  return id
}
