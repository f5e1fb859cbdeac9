import type { Conversation } from '@imperium/contract/messages.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { loadRecipients } from '../../contacts/index.ts'
import type { MessageContact } from '../../contacts/index.ts'
import { deliverJob } from '../deliver-message.ts'
import type { DeliverJob } from '../deliver-message.ts'
import { addressOf, blockOf } from '../show-message.ts'
import { insertMessage } from '../store.ts'
import { findReplyTo, newestExternalId } from '../threads-store.ts'
import { findAnswerable } from './chat-store.ts'
import type { AnswerableRow } from './chat-store.ts'

interface Answerable {
  row: AnswerableRow
  contact: MessageContact | undefined
  /** Where answers go, if not to the contact's own address. */
  replyTo: string | null
  /** Why nothing can be sent to the contact now. */
  blocked: Conversation['blocked']
}

/** A conversation with a contact or a visitor, as an agent needs it. */
export async function readAnswerable(platform: Platform, tx: OrgTx, conversationId: string): Promise<Answerable | null> {
  const row = await findAnswerable(tx, conversationId)
  if (!row) return null
  const contact = row.contactId ? (await loadRecipients(tx, [row.contactId])).get(row.contactId) : undefined
  const { channel, windowUntil } = row
  const replyTo = channel === 'email' ? await findReplyTo(tx, conversationId) : null
  const blocked = await blockOf(platform, tx, { contact, isStranger: row.contactId === null, channel, windowUntil, replyTo })
  return { row, contact, replyTo, blocked }
}

/**
 * Writes an agent's reply to a contact and its send job, in the caller's transaction. Suppression and quiet hours are checked again when
 * it is sent. @returns false where the contact cannot be written to.
 */
export async function sendAgentReply(
  platform: Platform,
  tx: OrgTx,
  { conversationId, agentName, text }: { conversationId: string; agentName: string; text: string },
): Promise<string | null> {
  const found = await readAnswerable(platform, tx, conversationId)
  if (!found?.contact || found.blocked) return null
  const id = newId()
  await insertMessage(tx, {
    id,
    conversationId,
    direction: 'outbound',
    senderUser: null,
    senderName: agentName,
    byAgent: true,
    address: found.replyTo ?? addressOf(found.contact, found.row.channel) ?? '',
    body: text,
    status: 'queued',
    externalId: null,
    inReplyTo: await newestExternalId(tx, conversationId),
    delivery: { isByAgent: true },
    at: platform.clock.now(),
  })
  await platform.jobs.send<DeliverJob>(tx, deliverJob, { orgId: tx.orgId, messageId: id })
  return id
}
