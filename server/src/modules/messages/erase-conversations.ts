import { z } from 'zod'
import { defineInternalEvent } from '@imperium/contract/kit/event.ts'
import { Id } from '@imperium/contract/kit/fields.ts'
import { sql } from 'kysely'
import type { OrgTx, SystemTx } from '../../platform/db/database.ts'
import { organizationsWith } from '../../platform/db/organizations-with.ts'
import type { Platform } from '../../platform/platform.ts'
import { recordContactEvents } from '../contacts/index.ts'
import { eraseChats } from './chat/chat-channel.ts'
import { eraseDeliveries } from './deliver-message.ts'
import { erasedByOrganization } from '../../platform/retention.ts'
import type { KeptHistory } from '../../platform/retention.ts'

/** With erased contacts: all references to the conversations must be erased too. */
export const conversationsErased = defineInternalEvent('conversations.erased', z.object({ conversationIds: z.array(Id) }))

/** Organizations with a conversation that has its last message before a moment. */
const organizationsWithConversationsBefore = (tx: SystemTx, moment: Date, after: string | null, limit: number): Promise<string[]> =>
  organizationsWith(tx, 'conversations', sql`r.last_message_at < ${moment}`, { after, limit })

/**
 * Erases up to `limit` conversations with a last message before `moment`, with messages and files, unless a message is in flight.
 * The contact's history keeps the fact and the message count. @returns the number erased; null if none is left.
 */
async function eraseConversationsBefore(
  platform: Pick<Platform, 'events' | 'files'>,
  tx: OrgTx,
  moment: Date,
  limit: number,
): Promise<number | null> {
  const ids = await lockConversations(tx, moment, limit)
  if (ids.length === 0) return null
  await noteErased(tx, ids)
  await eraseConversations(platform, tx, ids)
  return ids.length
}

async function lockConversations(tx: OrgTx, moment: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from app.conversations c
    where c.last_message_at < ${moment} and not exists (
      select from app.messages m where m.org_id = c.org_id and m.conversation_id = c.id and m.status in ('queued', 'sending'))
    order by c.last_message_at limit ${limit} for update skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}

async function noteErased(tx: OrgTx, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ contactId: string; at: Date; channel: string | null; messages: number }>`
    select c.contact_id as "contactId", c.last_message_at as at, c.channel,
      (select count(*)::int from app.messages m where m.org_id = c.org_id and m.conversation_id = c.id) as messages
    from app.conversations c where c.id = any(${[...ids]}::uuid[]) and c.contact_id is not null`.execute(tx)
  await recordContactEvents(
    tx,
    rows.map(({ contactId, at, channel, messages }) => ({ contactId, type: 'message.erased', at, data: { channel, messages } })),
  )
}

/** Erases conversations with messages, files and delivery data, and all references to them elsewhere. */
export async function eraseConversations(platform: Pick<Platform, 'events' | 'files'>, tx: OrgTx, ids: readonly string[]): Promise<void> {
  await eraseChats(platform, tx, ids)
  const messages = await tx.selectFrom('messages').select(['id', 'direction']).where('conversation_id', 'in', ids).execute()
  await eraseDeliveries(
    tx,
    messages.filter(({ direction }) => direction === 'outbound').map(({ id }) => id),
  )
  const files = await tx
    .selectFrom('message_attachments as f')
    .innerJoin('messages as m', (join) => join.onRef('m.org_id', '=', 'f.org_id').onRef('m.id', '=', 'f.message_id'))
    .select('f.file_id')
    .where('m.conversation_id', 'in', ids)
    .execute()
  await tx.deleteFrom('conversations').where('id', 'in', ids).execute()
  await platform.events.emit(tx, conversationsErased, { conversationIds: [...ids] })
  for (const { file_id: fileId } of files) await platform.files.remove(tx, fileId)
}

/** Conversations, with messages and files. */
export const conversationHistory: KeptHistory = {
  period: 'history',
  organizations: organizationsWithConversationsBefore,
  eraseSome: erasedByOrganization((tools, tx, end) => eraseConversationsBefore(tools, tx, end, 100)),
}
