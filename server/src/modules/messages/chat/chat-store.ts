import { sql } from 'kysely'
import type { MessageChannel } from '@imperium/contract/messages.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { insertConversation, insertMessage } from '../store.ts'
import type { MessageRow } from '../store.ts'

/** A conversation with a visitor; closed while an agent answers: no member has to look at it. */
export async function startChat(tx: OrgTx, id: string, subject: string): Promise<void> {
  await insertConversation(tx, { id, kind: 'contact', subject, priority: 'normal', channel: 'chat', contactId: null })
  await setChatStatus(tx, id, 'closed')
}

export async function setChatStatus(tx: OrgTx, id: string, status: 'open' | 'closed'): Promise<void> {
  await tx
    .updateTable('conversations')
    .set({ status, updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

interface NewChatMessage {
  id: string
  conversationId: string
  /** `internal`: for members only. */
  direction: MessageRow['direction']
  senderName: string
  /** The email address that the visitor gave. */
  address?: string
  /** The visitor has proved it. */
  isProved?: boolean
  body: string
  isByAgent: boolean
  /** The visitor's own key of the message. */
  key?: string
  at: Date
}

/** Writes what a visitor or an agent says. */
export async function writeChatMessage(
  tx: OrgTx,
  { isByAgent, key, address = '', isProved = false, ...message }: NewChatMessage,
): Promise<void> {
  await insertMessage(tx, {
    ...message,
    senderUser: null,
    address,
    byAgent: isByAgent,
    status: message.direction === 'outbound' ? 'delivered' : 'received',
    // Anyone may type any address.
    senderVerified: message.direction !== 'inbound' || address === '' || isProved,
    externalId: key ?? null,
    inReplyTo: null,
    keepsStatus: true,
  })
}

export interface ChatRow {
  id: string
  direction: MessageRow['direction']
  sender_name: string
  body: string
  by_agent: boolean
  sender_verified: boolean
  at: Date
}

interface Bounds {
  /** Only later ones. */
  after?: string | null
  /** Only this one and earlier ones. */
  until?: string | null
  limit: number
}

/** The newest messages within the bounds, in the order in which they were written; without those for members only. */
export async function listChatMessages(tx: OrgTx, conversationId: string, { after, until, limit }: Bounds): Promise<ChatRow[]> {
  const rows = await tx
    .selectFrom('messages')
    .select(['id', 'direction', 'sender_name', 'body', 'by_agent', 'sender_verified', 'at'])
    .where('conversation_id', '=', conversationId)
    .where('direction', '<>', 'internal')
    .$if(Boolean(after), (query) => query.where('id', '>', after ?? ''))
    .$if(Boolean(until), (query) => query.where('id', '<=', until ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.toReversed() as ChatRow[]
}

/** The message that has this key of the visitor's. */
export async function findByKey(tx: OrgTx, conversationId: string, key: string): Promise<ChatRow | undefined> {
  return (await tx
    .selectFrom('messages')
    .select(['id', 'direction', 'sender_name', 'body', 'by_agent', 'sender_verified', 'at'])
    .where('external_id', '=', key)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst()) as ChatRow | undefined
}

interface NamedVisitor {
  email: string
  /** Who has the address; null while it is not proved. */
  contactId: string | null
  isProved: boolean
}

/** The visitor gave an address: everything that was said is under it, and under the contact who has it once it is proved. */
export async function nameVisitor(tx: OrgTx, conversationId: string, { email, contactId, isProved }: NamedVisitor): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ address: email, sender_name: email, sender_verified: isProved })
    .where('conversation_id', '=', conversationId)
    .where('direction', '=', 'inbound')
    .execute()
  await tx.updateTable('conversations').set({ contact_id: contactId }).where('id', '=', conversationId).execute()
}

export interface AnswerableRow {
  subject: string
  status: string
  channel: MessageChannel
  contactId: string | null
  accountId: string | null
  senderId: string | null
  windowUntil: Date | null
}

/** A conversation with a contact or a visitor, on whatever channel. */
export async function findAnswerable(tx: OrgTx, id: string): Promise<AnswerableRow | undefined> {
  return (await tx
    .selectFrom('conversations')
    .select(['subject', 'status', 'channel', 'contact_id as contactId'])
    .select(['account_id as accountId', 'sender_id as senderId', 'window_until as windowUntil'])
    .where('id', '=', id)
    .where('kind', '=', 'contact')
    .where('channel', '<>', 'webhook')
    .executeTakeFirst()) as AnswerableRow | undefined
}

export async function findChat(tx: OrgTx, id: string): Promise<{ subject: string; status: string } | undefined> {
  return tx.selectFrom('conversations').select(['subject', 'status']).where('id', '=', id).where('channel', '=', 'chat').executeTakeFirst()
}
