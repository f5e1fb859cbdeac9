import type { OrgTx } from '../../platform/db/database.ts'
import type { ExportedPerson } from '../../platform/module.ts'
import { collectInEach } from '../../platform/collect-in-each.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ContactCompanion } from '../contacts/index.ts'
import { forgetDeliveries } from './deliver-message.ts'
import { findStrangers, listThreadAddresses, setContact } from './threads-store.ts'

const messagesWith = (tx: OrgTx, contactId: string) =>
  tx
    .selectFrom('messages as m')
    .innerJoin('conversations as c', (join) => join.onRef('c.org_id', '=', 'm.org_id').onRef('c.id', '=', 'm.conversation_id'))
    .where('c.contact_id', '=', contactId)

/** What conversations owe the contacts whom they are with. */
export const messageCompanion = (platform: Platform): ContactCompanion => ({
  name: 'messages',
  timeline: async (tx, contactId, { before, limit }) => {
    const rows = await messagesWith(tx, contactId)
      .select(['m.id', 'm.at', 'm.direction', 'm.status', 'c.subject', 'c.channel', 'c.id as conversation_id'])
      .$if(before !== null, (query) => query.where('m.at', '<', before ?? new Date(0)))
      .orderBy('m.at', 'desc')
      .limit(limit)
      .execute()
    return rows.map((row) => ({
      id: row.id,
      at: row.at,
      type: row.direction === 'inbound' ? 'message.received' : 'message.sent',
      title: row.subject,
      detail: { channel: row.channel, status: row.status, conversationId: row.conversation_id },
    }))
  },
  exportContact: async (tx, contactId) => ({
    messages: await messagesWith(tx, contactId)
      .select(['m.at', 'm.direction', 'm.address', 'm.body', 'm.status', 'c.subject', 'c.channel'])
      .orderBy('m.id')
      .execute(),
  }),
  formerAddresses: listThreadAddresses,
  eraseContacts: async (tx, contactIds, addresses) => {
    // What came from their addresses before they were contacts is theirs, too.
    for (const id of addresses.length ? await findStrangers(tx, addresses) : []) await setContact(tx, id, contactIds[0] ?? id)
    const files = await tx
      .selectFrom('message_attachments as f')
      .innerJoin('messages as m', (join) => join.onRef('m.org_id', '=', 'f.org_id').onRef('m.id', '=', 'f.message_id'))
      .innerJoin('conversations as c', (join) => join.onRef('c.org_id', '=', 'm.org_id').onRef('c.id', '=', 'm.conversation_id'))
      .select('f.file_id')
      .where('c.contact_id', 'in', contactIds)
      .execute()
    const messages = await tx
      .selectFrom('messages as m')
      .innerJoin('conversations as c', (join) => join.onRef('c.org_id', '=', 'm.org_id').onRef('c.id', '=', 'm.conversation_id'))
      .select('m.id')
      .where('c.contact_id', 'in', contactIds)
      .where('m.direction', '=', 'outbound')
      .execute()
    await forgetDeliveries(
      tx,
      messages.map(({ id }) => id),
    )
    const gone = await tx.deleteFrom('conversations').where('contact_id', 'in', contactIds).returning('id').execute()
    if (gone.length > 0) await platform.events.emit(tx, 'conversations.erased', { conversationIds: gone.map(({ id }) => id) })
    for (const { file_id: fileId } of files) await platform.files.remove(tx, fileId)
  },
  mergeContact: async (tx, from, into) => {
    await tx.updateTable('conversations').set({ contact_id: into }).where('contact_id', '=', from).execute()
  },
})

/** What a member wrote, and how the member stands to conversations: participant or reader, flagged, archived. */
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
