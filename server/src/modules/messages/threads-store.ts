import { sql } from 'kysely'
import type { Priority } from '@imperium/contract/messages.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { zeroId } from '../../platform/ids.ts'
import { findActiveMembers } from './store.ts'

export interface ThreadClues {
  /** Message-IDs that the message replies to. */
  references: readonly string[]
  /** null: an unknown sender, identified by the address alone. */
  contactId: string | null
  address: string
  channel: string
  /** The account that it came through, or will be sent through; null: any. */
  accountId: string | null
  since: Date | null
}

/** The conversation of a message: by what it replies to, else the last one with this contact on this channel since a moment. */
export async function findThread(
  tx: OrgTx,
  { references, contactId, address, channel, accountId, since }: ThreadClues,
): Promise<string | null> {
  if (references.length > 0) {
    const row = await tx
      .selectFrom('messages as m')
      .innerJoin('conversations as c', (join) => join.onRef('c.org_id', '=', 'm.org_id').onRef('c.id', '=', 'm.conversation_id'))
      .select('c.id')
      .where('m.external_id', 'in', references)
      // A person at the address for answers (Reply-To) of an email answers in the conversation of the email's sender.
      .where(sql<boolean>`(c.contact_id is not distinct from ${contactId}::uuid or ${answersGoTo(address)})`)
      // Other unknown senders, identified only by their address, are different persons.
      .$if(contactId === null, (query) => query.where(sql<boolean>`(${writtenFrom(address)} or ${answersGoTo(address)})`))
      .orderBy('m.id', 'desc')
      .executeTakeFirst()
    if (row) return row.id
  }
  if (!since || contactId === null) return null
  const row = await tx
    .selectFrom('conversations')
    .select('id')
    .where('contact_id', '=', contactId)
    .where('channel', '=', channel)
    // Two numbers of ours are two conversations.
    .$if(accountId !== null, (query) => query.where(byAccount(accountId)))
    .where('last_message_at', '>=', since)
    .orderBy('last_message_at', 'desc')
    .executeTakeFirst()
  return row?.id ?? null
}

/** The conversation of one send with one contact. */
export async function findThreadOfSend(tx: OrgTx, sendId: string, contactId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('conversations')
    .select('id')
    .where('send_id', '=', sendId)
    .where('contact_id', '=', contactId)
    .executeTakeFirst()
  return row?.id ?? null
}

export async function newestExternalId(tx: OrgTx, conversationId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('messages')
    .select('external_id')
    .where('conversation_id', '=', conversationId)
    .where('direction', '=', 'inbound')
    .where('external_id', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.external_id ?? null
}

export async function lastMessageId(tx: OrgTx, conversationId: string): Promise<string> {
  const row = await tx
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.id ?? zeroId
}

export interface Notified {
  kind: string
  /** Active members; empty if there is no assignee. */
  userIds: string[]
  subject: string
  /** The campaign that the message replies to. */
  campaignId: string | null
}

/** The members to notify of a message, except its author, and the subject of the notification. */
export async function findNotified(tx: OrgTx, conversationId: string, messageId: string): Promise<Notified> {
  const row = await tx
    .selectFrom('conversations as c')
    .innerJoin('messages as m', (join) => join.onRef('m.org_id', '=', 'c.org_id').onRef('m.conversation_id', '=', 'c.id'))
    .select(['c.kind', 'c.subject', 'c.assignee_id', 'c.campaign_id', 'm.sender_user'])
    .where('c.id', '=', conversationId)
    .where('m.id', '=', messageId)
    .executeTakeFirst()
  if (!row) return { kind: 'internal', userIds: [], subject: '', campaignId: null }
  const about = { kind: row.kind, subject: row.subject, campaignId: row.campaign_id }
  const assigned = row.kind !== 'internal' && row.assignee_id ? await activeOf(tx, [row.assignee_id]) : []
  if (assigned.length > 0) return { ...about, userIds: assigned }
  // Members who wrote in a contact's conversation follow it; in other conversations all participants do.
  const people = await (
    row.kind === 'internal'
      ? tx
          .selectFrom('conversation_members')
          .select('user_id')
          .where('role', '=', 'participant')
          .where('conversation_id', '=', conversationId)
      : tx
          .selectFrom('messages')
          .select('sender_user as user_id')
          .distinct()
          .where('sender_user', 'is not', null)
          .where('conversation_id', '=', conversationId)
  ).execute()
  const userIds = people.map((each) => each.user_id).filter((id) => id !== null && id !== row.sender_user)
  return {
    ...about,
    userIds: await activeOf(
      tx,
      userIds.filter((id) => id !== null),
    ),
  }
}

/** Inactive members are not notified; the notification then goes to others. */
const activeOf = async (tx: OrgTx, ids: readonly string[]): Promise<string[]> =>
  ids.length === 0 ? [] : (await findActiveMembers(tx, { ids, limit: 100 })).map(({ id }) => id)

const writtenFrom = (address: string) => sql<boolean>`exists (
  select from app.messages w where w.org_id = c.org_id and w.conversation_id = c.id and w.direction = 'inbound' and w.address = ${address})`

const answersGoTo = (address: string) => sql<boolean>`exists (
  select from app.messages w where w.org_id = c.org_id and w.conversation_id = c.id and w.direction = 'inbound' and w.reply_to = ${address})`

/** Where answers in a conversation go: to the Reply-To of the contact's newest email, if that names one. */
export async function findReplyTo(tx: OrgTx, conversationId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('messages')
    .select('reply_to')
    .where('conversation_id', '=', conversationId)
    .where('direction', '=', 'inbound')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.reply_to || null
}

/** The texts of a conversation that an email may quote; none if it replies to no message in it. */
export async function findQuotable(tx: OrgTx, conversationId: string, references: readonly string[]): Promise<string[]> {
  if (references.length === 0) return []
  const rows = await tx
    .selectFrom('messages')
    .select(['body', 'external_id'])
    .where('conversation_id', '=', conversationId)
    .where('direction', '<>', 'internal')
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  return rows.some((row) => row.external_id !== null && references.includes(row.external_id)) ? rows.map(({ body }) => body) : []
}

/** The conversation goes on under the subject of its newest email. */
export async function setSubject(tx: OrgTx, id: string, subject: string): Promise<void> {
  await tx.updateTable('conversations').set({ subject }).where('id', '=', id).execute()
}

export async function subjectOf(tx: OrgTx, id: string): Promise<string> {
  const row = await tx.selectFrom('conversations').select('subject').where('id', '=', id).executeTakeFirst()
  return row?.subject ?? ''
}

/** Conversations with senders that are not contacts and wrote from one of these addresses. */
export async function findStrangers(tx: OrgTx, addresses: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from app.conversations c where c.kind = 'contact' and c.contact_id is null and exists (
      select from app.messages m where m.org_id = c.org_id and m.conversation_id = c.id and m.direction = 'inbound'
        and (m.address = any(${[...addresses]}::text[]) or m.reply_to = any(${[...addresses]}::text[])))`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The former stranger is now a contact. */
export async function setContact(tx: OrgTx, id: string, contactId: string): Promise<void> {
  await tx.updateTable('conversations').set({ contact_id: contactId }).where('id', '=', id).where('contact_id', 'is', null).execute()
}

/** Addresses used in conversations with these contacts, in lower case. */
export async function listThreadAddresses(tx: OrgTx, contactIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('messages as m')
    .innerJoin('conversations as c', (join) => join.onRef('c.org_id', '=', 'm.org_id').onRef('c.id', '=', 'm.conversation_id'))
    .select(sql<string>`lower(m.address)`.as('address'))
    .distinct()
    .where('c.contact_id', 'in', contactIds)
    .where('m.address', '<>', '')
    .execute()
  return rows.map(({ address }) => address)
}

/** Matches the account, or an unknown or deleted one. */
const byAccount = (accountId: string | null) => sql<boolean>`(account_id is null or account_id = ${accountId}::uuid)`

/** The account and end time of the contact's open window; null: no window is open. */
export async function findOpenWindow(
  tx: OrgTx,
  { contactId, accountId, now }: { contactId: string; accountId: string | null; now: Date },
): Promise<{ until: Date; accountId: string | null } | null> {
  const row = await tx
    .selectFrom('conversations')
    .select(['window_until', 'account_id'])
    .where('contact_id', '=', contactId)
    .where('channel', '=', 'whatsapp')
    .$if(accountId !== null, (query) => query.where(byAccount(accountId)))
    .where('window_until', '>', now)
    .orderBy('window_until', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.window_until ? { until: row.window_until, accountId: row.account_id } : null
}

/** Sets the account for replies if it was unknown. */
export async function fillWay(
  tx: OrgTx,
  id: string,
  { accountId, senderId }: { accountId: string | null; senderId: string | null },
): Promise<void> {
  if (accountId === null && senderId === null) return
  await sql`
    update app.conversations set account_id = coalesce(account_id, ${accountId}::uuid), sender_id = coalesce(sender_id, ${senderId}::uuid)
    where id = ${id} and (account_id is null or sender_id is null)`.execute(tx)
}

/** A conversation with a contact: all members may read it. What members write to each other takes no notes. */
export async function findNotedConversation(tx: OrgTx, id: string): Promise<{ name: string; path: string } | null> {
  const row = await tx.selectFrom('conversations').select('subject').where('id', '=', id).where('kind', '=', 'contact').executeTakeFirst()
  return row ? { name: row.subject, path: `messages?message=${id}&state=all` } : null
}

export async function isDone(tx: OrgTx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('conversations').select('status').where('id', '=', id).executeTakeFirst()
  return row?.status === 'closed'
}

export async function setPriority(tx: OrgTx, id: string, priority: Priority): Promise<void> {
  await tx
    .updateTable('conversations')
    .set({ priority, updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

export async function setAssignment(tx: OrgTx, id: string, assigneeId: string | null, status: 'open' | 'closed'): Promise<void> {
  await tx
    .updateTable('conversations')
    .set({ assignee_id: assigneeId, status, updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}
