import { z } from 'zod'
import { defineInternalEvent } from '@imperium/contract/kit/event.ts'
import { Id } from '@imperium/contract/kit/fields.ts'
import type { Attachment, Reply } from '@imperium/contract/messages.ts'
import { messageEvents } from '@imperium/contract/events/messages.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { addInboundAttachments, claimAttachments, uploaderOf } from '../attachment-store.ts'
import { insertConversation, insertMessage, listMessages, markConversation } from '../store.ts'
import { setAssignment } from '../threads-store.ts'

/** A member of the operator's organization answered a ticket, or closed or opened it. */
export const ticketConversationChanged = defineInternalEvent('conversation.ticketChanged', z.object({ conversationId: Id }))

export interface TicketMessage {
  /** The ticket's id, and the conversation's. */
  conversationId: string
  subject: string
  /** The same on both sides: a message is received once. */
  id: string
  from: string
  email: string
  body: string
  at: Date
  files: Parameters<typeof addInboundAttachments>[2]
}

/** Stores a message of a ticket in the operator's organization. @returns false if it is there already. */
export async function receiveTicketMessage(platform: Platform, tx: OrgTx, message: TicketMessage): Promise<boolean> {
  const { conversationId, subject, id, from, email, body, at, files } = message
  const known = await readTicketConversation(tx, conversationId)
  if (known?.messages.some((each) => each.id === id)) return false
  if (!known)
    await insertConversation(tx, { id: conversationId, kind: 'support', subject, priority: 'normal', channel: null, contactId: null })
  await insertMessage(tx, {
    id,
    conversationId,
    direction: 'inbound',
    senderUser: null,
    senderName: from.slice(0, 200),
    address: email,
    body,
    status: 'received',
    externalId: null,
    inReplyTo: null,
    at,
  })
  await addInboundAttachments(tx, id, files)
  await platform.events.emit(tx, messageEvents.received, { conversationId, messageId: id, kind: 'support', from, senderUser: null })
  return true
}

/** Answers a ticket: the module `support` brings the answer to the member who asked. */
export async function replyToTicket(
  platform: Platform,
  context: OrgContext,
  conversationId: string,
  { message, attachmentIds }: { message: string; attachmentIds: readonly string[] },
): Promise<void> {
  const { tx, caller, actor } = context
  const id = newId()
  await insertMessage(tx, {
    id,
    conversationId,
    direction: 'outbound',
    senderUser: caller.userId,
    senderName: actor.name,
    address: '',
    body: message,
    status: 'sent',
    externalId: null,
    inReplyTo: null,
    at: platform.clock.now(),
  })
  await claimAttachments(tx, id, uploaderOf(context), attachmentIds)
  await markConversation(tx, conversationId, caller.userId, { readUntil: id })
  await platform.events.emit(tx, ticketConversationChanged, { conversationId })
}

interface TicketConversation {
  status: 'open' | 'closed'
  messages: { id: string; direction: Reply['direction']; from: string; body: string; at: Date; files: readonly Attachment[] }[]
}

/** A ticket as the operator's organization has it; null if it has not. */
export async function readTicketConversation(tx: OrgTx, id: string): Promise<TicketConversation | null> {
  const row = await tx.selectFrom('conversations').select('status').where('id', '=', id).where('kind', '=', 'support').executeTakeFirst()
  if (!row) return null
  const messages = await listMessages(tx, id)
  return {
    status: row.status === 'closed' ? 'closed' : 'open',
    messages: messages.map((message) => ({
      id: message.id,
      direction: message.direction,
      from: message.sender_name,
      body: message.body,
      at: message.at,
      files: message.files ?? [],
    })),
  }
}

/** Closes or opens a ticket in the operator's organization, as the member who asked did. */
export async function setTicketConversation(tx: OrgTx, id: string, status: 'open' | 'closed'): Promise<void> {
  const row = await tx.selectFrom('conversations').select(['assignee_id', 'status']).where('id', '=', id).forUpdate().executeTakeFirst()
  if (row && row.status !== status) await setAssignment(tx, id, row.assignee_id, status)
}
