import type { OrgTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { insertConversation, insertMessage } from '../store.ts'

export interface PastConversation {
  contactId: string
  contactName: string
  address: string
  subject: string
  priority: 'normal' | 'high'
  /** In order; a reply is the member's. */
  messages: readonly { from: 'contact' | 'member'; text: string; at: Date }[]
  member: { id: string; name: string }
}

/** Writes a conversation of the past with a contact by email. Nothing is sent and no member is notified. Returns its id. */
export async function recordPastConversation(tx: OrgTx, conversation: PastConversation): Promise<string> {
  const { contactId, contactName, address, subject, priority, member } = conversation
  const id = newId()
  await insertConversation(tx, { id, kind: 'contact', subject, priority, channel: 'email', contactId })
  for (const { from, text, at } of conversation.messages) {
    const isMember = from === 'member'
    await insertMessage(tx, {
      id: newId(),
      conversationId: id,
      direction: isMember ? 'outbound' : 'inbound',
      senderUser: isMember ? member.id : null,
      senderName: isMember ? member.name : contactName,
      address,
      body: text,
      status: isMember ? 'delivered' : 'received',
      externalId: null,
      inReplyTo: null,
      at,
    })
  }
  return id
}
