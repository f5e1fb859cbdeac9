import { sql } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'
import { collectInEach } from '../../platform/collect-in-each.ts'
import type { Platform } from '../../platform/platform.ts'
import { momentOf } from '../contacts/index.ts'
import type { ContactExtension, TimelineItem, TimelinePage } from '../contacts/index.ts'
import { eraseConversations } from './erase-conversations.ts'
import { eraseNamedMessages } from './history/erase-named-messages.ts'
import { findStrangers, listThreadAddresses, setContact } from './threads-store.ts'
import type { ExportedPerson } from '../../platform/exported-person.ts'

const messagesWith = (tx: OrgTx, contactId: string) =>
  tx
    .selectFrom('messages as m')
    .innerJoin('conversations as c', (join) => join.onRef('c.org_id', '=', 'm.org_id').onRef('c.id', '=', 'm.conversation_id'))
    .where('c.contact_id', '=', contactId)

interface MessageRow {
  id: string
  micros: number
  direction: string
  status: string
  detail: string
  body: string
  senderName: string
  subject: string
  channel: string
  conversationId: string
}

const shownOfBody = 200

/**
 * The conversations with the newest messages, as many as a page holds: no other conversation can have a message on the page. Each lookup
 * uses an index.
 */
async function listMessagesWith(tx: OrgTx, { contactId }: { contactId: string }, { before, limit }: TimelinePage): Promise<TimelineItem[]> {
  const newest = (most: number) => sql`
    from app.messages m
    where m.org_id = c.org_id and m.conversation_id = c.id and (m.at, m.id) < (${momentOf(before)}::timestamptz, ${before.id}::uuid)
    order by m.at desc, m.id desc limit ${most}`
  const { rows } = await sql<MessageRow>`
    with recent as materialized (
      select c.org_id, c.id, c.subject, c.channel from app.conversations c cross join lateral (select m.at, m.id ${newest(1)}) last
      where c.contact_id = ${contactId} order by last.at desc, last.id desc limit ${limit}
    )
    select told.*, c.subject, c.channel, c.id as "conversationId" from recent c
    cross join lateral (
      select m.id, (extract(epoch from m.at) * 1000000)::int8 as micros, m.direction, m.status, m.detail, left(m.body, ${shownOfBody}) as body,
        m.sender_name as "senderName" ${newest(limit)}
    ) told
    order by told.micros desc, told.id desc limit ${limit}`.execute(tx)
  return rows.map(({ id, micros, direction, status, detail, body, senderName, subject, channel, conversationId }) => ({
    id,
    atMicros: micros,
    type: direction === 'inbound' ? 'message.received' : 'message.sent',
    title: subject,
    actor: direction === 'inbound' ? '' : senderName,
    detail: { channel, status, detail, preview: body.replaceAll(/\s+/g, ' ').trim() },
    link: { kind: 'conversation', id: conversationId },
  }))
}

/** What conversations contribute to the timeline, export and erasure of their contacts. */
export const messageContactExtension = (platform: Platform): ContactExtension => ({
  name: 'messages',
  timeline: [{ name: 'message', kind: 'messages', permission: 'messages:read', read: listMessagesWith }],
  exportContact: async (tx, contactId) => ({
    messages: await messagesWith(tx, contactId)
      .select(['m.at', 'm.direction', 'm.address', 'm.body', 'm.status', 'c.subject', 'c.channel'])
      .orderBy('m.id')
      .execute(),
  }),
  formerAddresses: listThreadAddresses,
  eraseContacts: async (tx, contactIds, addresses) => {
    // Messages from their addresses before they became contacts are erased too.
    for (const id of addresses.length ? await findStrangers(tx, addresses) : []) await setContact(tx, id, contactIds[0] ?? id)
    const gone = await tx.selectFrom('conversations').select('id').where('contact_id', 'in', contactIds).forUpdate().execute()
    if (gone.length > 0)
      await eraseConversations(
        platform,
        tx,
        gone.map(({ id }) => id),
      )
  },
  eraseNamed: eraseNamedMessages,
  mergeContact: async (tx, from, into) => {
    await tx.updateTable('conversations').set({ contact_id: into }).where('contact_id', '=', from).execute()
  },
})

/** A member's messages, and the member's state per conversation: participant or reader, flagged, archived. */
export const exportMessages = async (platform: Platform, { userId, orgIds }: ExportedPerson) => ({
  messages: await collectInEach(platform.db, orgIds, (tx) =>
    tx
      .selectFrom('messages as m')
      .innerJoin('conversations as c', (join) => join.onRef('c.org_id', '=', 'm.org_id').onRef('c.id', '=', 'm.conversation_id'))
      .select(['m.at', 'c.subject', 'm.body', 'm.direction'])
      .where('m.sender_user', '=', userId)
      .orderBy('m.id')
      .execute(),
  ),
  conversations: await collectInEach(platform.db, orgIds, (tx) =>
    tx
      .selectFrom('conversation_members as s')
      .innerJoin('conversations as c', (join) => join.onRef('c.org_id', '=', 's.org_id').onRef('c.id', '=', 's.conversation_id'))
      .select(['c.subject', 'c.kind', 's.role', 's.flagged', 's.archived'])
      .where('s.user_id', '=', userId)
      .orderBy('c.id')
      .execute(),
  ),
})
