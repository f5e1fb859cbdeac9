import type { OrgTx } from '../../platform/db/database.ts'
import { zeroId } from '../../platform/ids.ts'

/** The conversation that a message belongs to: by what it answers, else the last with this contact on this channel since a moment. */
export async function findThread(
  tx: OrgTx,
  { references, contactId, channel, since }: { references: readonly string[]; contactId: string; channel: string; since: Date | null },
): Promise<string | null> {
  if (references.length > 0) {
    const row = await tx
      .selectFrom('messages as m')
      .innerJoin('conversations as c', (join) => join.onRef('c.org_id', '=', 'm.org_id').onRef('c.id', '=', 'm.conversation_id'))
      .select('c.id')
      .where('m.external_id', 'in', references)
      .where('c.contact_id', '=', contactId)
      .orderBy('m.id', 'desc')
      .executeTakeFirst()
    if (row) return row.id
  }
  if (!since) return null
  const row = await tx
    .selectFrom('conversations')
    .select('id')
    .where('contact_id', '=', contactId)
    .where('channel', '=', channel)
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

/** Members whom a message concerns, but not who wrote it, and what it is about. */
export async function whoHears(tx: OrgTx, conversationId: string, messageId: string): Promise<{ userIds: string[]; subject: string }> {
  const row = await tx
    .selectFrom('conversations as c')
    .innerJoin('messages as m', (join) => join.onRef('m.org_id', '=', 'c.org_id').onRef('m.conversation_id', '=', 'c.id'))
    .select(['c.kind', 'c.subject', 'c.assignee_id', 'm.sender_user'])
    .where('c.id', '=', conversationId)
    .where('m.id', '=', messageId)
    .executeTakeFirst()
  if (!row) return { userIds: [], subject: '' }
  if (row.kind === 'contact' && row.assignee_id) return { userIds: [row.assignee_id], subject: row.subject }
  // Who ever wrote in a contact's conversation follows it; the participants of the others are all of them.
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
  return { userIds: userIds.filter((id) => id !== null), subject: row.subject }
}
