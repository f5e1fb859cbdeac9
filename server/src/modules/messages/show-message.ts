import type { Conversation, Message, Reply } from '@imperium/contract/messages.ts'
import { readKey } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { isSuppressed } from '../consents/index.ts'
import { findContactByAddress, loadRecipients } from '../contacts/index.ts'
import type { MessageContact } from '../contacts/index.ts'
import { agentViewOf } from './chat/chat-channel.ts'
import { findConversation, listMessages, listParticipants } from './store.ts'
import type { ConversationRow, MessageRow, Viewer } from './store.ts'
import { findReplyTo } from './threads-store.ts'

const previewLength = 160

/** Data that the rows of a page refer to: their contacts and campaigns. */
export interface RelatedRows {
  contacts: Map<string, MessageContact>
  campaignNames: Map<string, string>
}

export type NameCampaigns = (tx: OrgTx, ids: readonly string[]) => Promise<Map<string, string>>

export async function loadRelated(tx: OrgTx, rows: readonly ConversationRow[], nameCampaigns: NameCampaigns): Promise<RelatedRows> {
  const some = (ids: (string | null)[]) => [...new Set(ids.filter((id) => id !== null))]
  const [contacts, campaignNames] = await Promise.all([
    loadRecipients(tx, some(rows.map((row) => row.contact_id))),
    nameCampaigns(tx, some(rows.map((row) => row.campaign_id))),
  ])
  return { contacts, campaignNames }
}

/** The name of the conversation's contact, whichever member wrote last in it. */
function nameOfContact(row: ConversationRow, contact: MessageContact | undefined): string {
  if (row.kind === 'internal') return ''
  // Under the name of a contact it would be believed to be from them.
  if (row.direction === 'inbound' && !row.sender_verified) return row.sender_name
  return contact?.name || row.stranger_name || row.contact_address || ''
}

export function toMessage(row: ConversationRow, { contacts, campaignNames }: RelatedRows): Message {
  const contact = row.contact_id ? contacts.get(row.contact_id) : undefined
  const address = row.contact_address ?? ''
  const others = row.others ?? []
  const toContact = row.kind !== 'internal' && row.is_mine
  return {
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    contactName: nameOfContact(row, contact),
    direction: row.direction,
    isMine: row.is_mine,
    sender: row.sender_name,
    senderEmail: row.sender_email,
    recipient: toContact ? contact?.name || address : others.map(({ name }) => name).join(', '),
    recipientEmail: toContact ? address : others.map(({ email }) => email).join(', '),
    preview: row.body.replaceAll(/\s+/g, ' ').trim().slice(0, previewLength),
    timestamp: row.last_message_at.toISOString(),
    isRead: !row.unread,
    isFlagged: row.flagged,
    isArchived: row.archived,
    priority: row.priority,
    channel: row.channel,
    contactId: contact ? contact.id : null,
    campaignId: row.campaign_id,
    campaignName: row.campaign_id ? (campaignNames.get(row.campaign_id) ?? null) : null,
    status: row.status,
    assigneeId: row.assignee_id,
    assigneeName: row.assignee_name,
    hasAttachments: row.has_attachments,
    messageCount: row.message_count,
  }
}

const toReply = (row: MessageRow, { userId, keyId }: Viewer): Reply => ({
  id: row.id,
  direction: row.direction,
  sender: row.sender_name,
  senderEmail: row.sender_email ?? (row.direction === 'inbound' ? row.address : ''),
  senderVerified: row.sender_verified,
  content: row.body,
  quotedFrom: row.quoted_from,
  subject: row.subject,
  timestamp: row.at.toISOString(),
  status: row.status,
  detail: row.detail,
  detailKey: readKey(row.detail, row.detail_key),
  attachments: row.files ?? [],
  isMine: keyId === null ? row.sender_user === userId : row.sender_key === keyId,
  isByAgent: row.by_agent,
})

export const addressOf = (contact: MessageContact, channel: Message['channel']): string | null =>
  channel === 'email' ? contact.email : contact.phone

/** The contact of a conversation; a stranger who was added as a contact later is that contact. */
export async function contactOf(tx: OrgTx, row: ConversationRow): Promise<MessageContact | undefined> {
  if (row.contact_id) return (await loadRecipients(tx, [row.contact_id])).get(row.contact_id)
  if (row.kind !== 'contact' || !row.channel || row.channel === 'chat' || !row.contact_address) return undefined
  return (await findContactByAddress(tx, row.channel, row.contact_address)) ?? undefined
}

interface Reachable {
  contact: MessageContact | undefined
  /** There never was a contact, in contrast to an erased one. */
  isStranger?: boolean
  channel: Message['channel']
  windowUntil: Date | null
  /** WhatsApp: an approved template may be sent at any time. */
  isTemplate?: boolean
  /** Where answers go, if not to the contact's own address. */
  replyTo?: string | null
}

/** The reason why the conversation's contact cannot be written to now; null if there is none. */
export async function blockOf(
  platform: Platform,
  tx: OrgTx,
  { contact, isStranger = false, channel, windowUntil, isTemplate = false, replyTo = null }: Reachable,
): Promise<Conversation['blocked']> {
  // A visitor reads the answer where the question was asked.
  if (channel === 'chat') return null
  if (!contact || !channel || channel === 'webhook') return isStranger ? 'no_contact' : 'erased'
  const address = replyTo ?? addressOf(contact, channel)
  if (!address) return 'no_address'
  if (await isSuppressed(platform, tx, { channel, address })) return 'suppressed'
  if (channel === 'whatsapp' && !isTemplate && (!windowUntil || windowUntil <= platform.clock.now())) return 'window_closed'
  return null
}

/** @throws 404 if it does not exist or is not visible to this user. */
export async function showConversation(
  platform: Platform,
  tx: OrgTx,
  viewer: Viewer,
  id: string,
  nameCampaigns: NameCampaigns,
): Promise<Conversation> {
  const row = await findConversation(tx, viewer, id)
  if (!row) throw notFound()
  const related = await loadRelated(tx, [row], nameCampaigns)
  const contact = await contactOf(tx, row)
  const replyTo = row.channel === 'email' ? await findReplyTo(tx, id) : null
  const state = { replyTo, contact, isStranger: row.contact_id === null, channel: row.channel, windowUntil: row.window_until }
  return {
    ...toMessage(row, related),
    contactId: contact?.id ?? null,
    messages: (await listMessages(tx, id)).map((message) => toReply(message, viewer)),
    participants: row.kind === 'internal' ? await listParticipants(tx, id) : [],
    windowUntil: row.window_until?.toISOString() ?? null,
    accountId: row.account_id,
    ...(await agentViewOf(platform, tx, id)),
    blocked: row.kind === 'contact' ? await blockOf(platform, tx, state) : null,
  }
}
