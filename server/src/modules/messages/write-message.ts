import type { z } from 'zod'
import { attachmentLimits } from '@imperium/contract/messages.ts'
import type { Conversation, Message, NewMessageBody } from '@imperium/contract/messages.ts'
import { messageEvents } from '@imperium/contract/events/messages.ts'
import { conflict, invalid, notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { requireMessages } from '../../platform/metering/message-allowance.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import { requireProvedAddress } from '../../platform/operations/proved-address.ts'
import type { Platform } from '../../platform/platform.ts'
import { loadRecipients } from '../contacts/index.ts'
import { claimAttachments, uploaderOf } from './attachment-store.ts'
import { reportReply } from './chat/chat-channel.ts'
import { chooseWay, readyTemplate } from './choose-way.ts'
import type { ReadyTemplate } from './choose-way.ts'
import { deliverJob } from './deliver-message.ts'
import { addressOf, blockOf, contactOf } from './show-message.ts'
import { findActiveMembers, findConversation, insertConversation, insertMessage, insertParticipants, markConversation } from './store.ts'
import type { Viewer } from './store.ts'
import { replyToTicket } from './tickets/ticket-conversations.ts'
import { fillWay, findReplyTo, newestExternalId, setContact } from './threads-store.ts'

type NewMessage = z.output<typeof NewMessageBody>

const blockLabels: Record<NonNullable<Conversation['blocked']>, string> = {
  suppressed: 'This contact opted out of this channel.',
  window_closed: "WhatsApp allows free text for 24 hours after the contact's last message. Send an approved template instead.",
  no_address: 'This contact has no address on this channel.',
  erased: 'This contact was erased.',
  no_contact: 'The sender is not in your contacts. Add them to reply.',
}

const refuse = (blocked: NonNullable<Conversation['blocked']>) =>
  conflict(blockLabels[blocked], blocked === 'suppressed' ? 'SUPPRESSED' : 'CONFLICT')

/** The author name: the user's own name, or the API key's name. */
const authorOf = ({ key, caller, actor }: OrgContext) => ({
  senderUser: key ? null : caller.userId,
  senderKey: key?.id ?? null,
  senderName: actor.name,
})

/** Starts a conversation; returns its id. @throws 404 or 422 for an unknown recipient, 409 for a contact that cannot be reached. */
export async function startConversation(platform: Platform, context: OrgContext, body: NewMessage): Promise<string> {
  const { to, subject, priority } = body
  if (to.kind === 'members') return startInternal(platform, context, to.userIds, body)
  requireProvedAddress(context.caller)
  const { tx } = context
  const contact = (await loadRecipients(tx, [to.contactId])).get(to.contactId)
  if (!contact) throw notFound('Contact not found.')
  const { channel } = to
  const template = body.template && (await readyTemplate(tx, body.template, { channel, accountId: null }))
  const way = await chooseWay(platform, tx, { contactId: contact.id, channel, template })
  const blocked = await blockOf(platform, tx, { contact, channel, windowUntil: way.windowUntil, isTemplate: template !== null })
  if (blocked) throw refuse(blocked)
  const id = newId()
  await insertConversation(tx, { id, kind: 'contact', subject, priority, channel, contactId: contact.id, ...way })
  await sendOut(platform, context, { id, channel, address: addressOf(contact, channel) ?? '', body, template })
  context.audit({ targetId: id, targetName: subject, after: { contactId: contact.id, channel } })
  return id
}

async function startInternal(platform: Platform, context: OrgContext, userIds: readonly string[], body: NewMessage): Promise<string> {
  const { tx, caller, key, audit } = context
  if (key) throw invalid([{ path: 'to', message: 'An API key can only send messages to contacts.' }])
  const wanted = [...new Set(userIds)]
  const members = await findActiveMembers(tx, { ids: wanted, limit: 50 })
  if (members.length !== wanted.length)
    throw invalid([{ path: 'to', message: 'A recipient is not an active member of this organization.' }])
  const id = newId()
  const { subject, priority } = body
  await insertConversation(tx, { id, kind: 'internal', subject, priority, channel: null, contactId: null })
  await insertParticipants(tx, id, [...new Set([caller.userId, ...wanted])])
  await addInternal(platform, context, id, body)
  // The audit log is visible to other members; conversations between members are private, subject included.
  audit({ targetId: id, after: { recipients: members.length } })
  return id
}

async function addInternal(
  platform: Platform,
  context: OrgContext,
  conversationId: string,
  { message, attachmentIds }: Pick<NewMessage, 'message' | 'attachmentIds'>,
): Promise<void> {
  const { tx, caller, actor } = context
  const id = newId()
  await insertMessage(tx, {
    id,
    conversationId,
    direction: 'internal',
    senderUser: caller.userId,
    senderName: actor.name,
    address: '',
    body: message,
    status: 'received',
    externalId: null,
    inReplyTo: null,
    at: platform.clock.now(),
  })
  await claimAttachments(tx, id, uploaderOf(context), attachmentIds)
  // The author has read all earlier messages.
  await markConversation(tx, conversationId, caller.userId, { readUntil: id })
  await platform.events.emit(tx, messageEvents.received, {
    conversationId,
    messageId: id,
    kind: 'internal',
    from: actor.name,
    senderUser: caller.userId,
  })
}

interface Outgoing {
  /** Of the conversation. */
  id: string
  channel: Message['channel']
  address: string
  body: Pick<NewMessage, 'message' | 'attachmentIds'>
  template: ReadyTemplate | null
}

/** Writes the message and its send job; it is sent if, and only if, the caller's transaction commits. */
async function sendOut(
  platform: Platform,
  context: OrgContext,
  { id: conversationId, channel, address, body, template }: Outgoing,
): Promise<void> {
  await requireMessages(context.tx)
  if (channel !== 'email' && body.attachmentIds.length > 0)
    throw invalid([{ path: 'attachmentIds', message: 'Files can be attached to email and to messages between members.' }])
  const { tx, caller, key } = context
  const id = newId()
  await insertMessage(tx, {
    id,
    conversationId,
    direction: 'outbound',
    ...authorOf(context),
    address,
    body: template?.text ?? body.message,
    status: 'queued',
    externalId: null,
    inReplyTo: await newestExternalId(tx, conversationId),
    ...(template ? { delivery: { template: template.choice } } : {}),
    at: platform.clock.now(),
  })
  const attachedBytes = await claimAttachments(tx, id, uploaderOf(context), body.attachmentIds)
  if (attachedBytes > attachmentLimits.mailBytes)
    throw invalid([{ path: 'attachmentIds', message: 'The files of one email can have 20 MB together.' }])
  // The creator of an API key has not read the earlier messages.
  if (!key) await markConversation(tx, conversationId, caller.userId, { readUntil: id })
  await platform.jobs.send(tx, deliverJob, { orgId: tx.orgId, messageId: id })
}

/** The visitor reads it in the chat: nothing is sent. */
async function addToChat(
  platform: Platform,
  context: OrgContext,
  conversationId: string,
  { message, attachmentIds }: Pick<NewMessage, 'message' | 'attachmentIds'>,
): Promise<void> {
  if (attachmentIds.length > 0)
    throw invalid([{ path: 'attachmentIds', message: 'Files can be attached to email and to messages between members.' }])
  const { tx, caller, key, actor } = context
  const id = newId()
  await insertMessage(tx, {
    id,
    conversationId,
    direction: 'outbound',
    ...authorOf(context),
    address: '',
    body: message,
    status: 'delivered',
    externalId: null,
    inReplyTo: null,
    at: platform.clock.now(),
  })
  if (!key) await markConversation(tx, conversationId, caller.userId, { readUntil: id })
  await reportReply(platform, tx, conversationId, { sender: actor.name, text: message })
}

/** Replies in a conversation on its channel. @throws 404; 409 with the reason if nothing can be sent. */
export async function replyToConversation(
  platform: Platform,
  context: OrgContext,
  viewer: Viewer,
  id: string,
  body: Pick<NewMessage, 'message' | 'attachmentIds' | 'template'>,
): Promise<void> {
  const { tx, audit } = context
  const row = await findConversation(tx, viewer, id)
  if (!row) throw notFound()
  audit({ targetId: id, ...(row.kind === 'internal' ? {} : { targetName: row.subject }) })
  if (row.kind === 'internal') return addInternal(platform, context, id, body)
  if (row.kind === 'support') return replyToTicket(platform, context, id, body)
  if (row.channel === 'chat') return addToChat(platform, context, id, body)
  requireProvedAddress(context.caller)
  const contact = await contactOf(tx, row)
  const isStranger = row.contact_id === null
  const { channel, account_id: accountId, window_until: windowUntil } = row
  const template = body.template && (await readyTemplate(tx, body.template, { channel, accountId }))
  const replyTo = channel === 'email' ? await findReplyTo(tx, id) : null
  const blocked = await blockOf(platform, tx, { contact, isStranger, channel, windowUntil, isTemplate: template !== null, replyTo })
  if (blocked || !contact) throw refuse(blocked ?? 'erased')
  if (isStranger) await setContact(tx, id, contact.id)
  if (template) await fillWay(tx, id, { accountId: template.accountId, senderId: null })
  await sendOut(platform, context, { id, channel, address: replyTo ?? addressOf(contact, channel) ?? '', body, template })
  await reportReply(platform, tx, id, { sender: context.actor.name, text: body.message })
}
