import { messageEvents } from '@imperium/contract/events/messages.ts'
import { onEvent } from '../../platform/events/events.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { parseEmailAddress } from '../../platform/mail/address.ts'
import type { Platform } from '../../platform/platform.ts'
import { endByMail, findCampaign, isMailStop, matchInbound } from '../campaigns/index.ts'
import {
  findQuotation,
  findSenderByEmail,
  isFromItsSender,
  linkInbound,
  markInboundHandled,
  readInboundItem,
  inboundReceived,
} from '../channels/index.ts'
import type { InboundItem } from '../channels/index.ts'
import { createContactFrom, findContactByAddress, recordContactEvents } from '../contacts/index.ts'
import type { MessageContact } from '../contacts/index.ts'
import { offerToAgent } from './chat/chat-channel.ts'
import type { ContactMessage } from './chat/chat-channel.ts'
import { isTicketMail } from './tickets/ticket-mail.ts'
import { applyKeywordAndReply } from './reply-to-keyword.ts'
import { addInboundAttachments } from './attachment-store.ts'
import { extendWindow } from './delivery-store.ts'
import { fetchLater } from './fetch-media.ts'
import { insertConversation, insertMessage } from './store.ts'
import { topicOf } from './topic.ts'
import { fillWay, findQuotable, findThread, findThreadOfSend, isDone, setSubject, subjectOf } from './threads-store.ts'

/** Numbers have no subjects: messages within 30 days form one conversation. */
const threadDays = 30
const windowHours = 24

/** Stores a contact's message in the conversation that it replies to, or in a new one. Once per item, even if it is delivered twice. */
export const receiveMessage = (platform: Platform) =>
  onEvent({
    event: inboundReceived,
    name: 'messages.receive',
    worksAtRest: 'keeps what arrives and applies opt-outs; what it starts waits',
    run: async ({ orgId, payload: { itemId, kind } }) => {
      if (kind !== 'message') return
      await platform.db.withOrg(orgId, async (tx) => {
        const item = await readInboundItem(tx, itemId)
        if (!item || !(await markInboundHandled(tx, item.id, platform.clock.now())) || !isAnswerable(item)) return
        await (item.data.isAutoReply ? noteAbsence : keep)(platform, tx, item)
      })
    },
  })

/**
 * Whether the sender can be replied to. Other items (no sender, or a name instead of a number) stay in the list of inbound items
 * until retention ends.
 */
function isAnswerable({ channel, sender }: InboundItem): boolean {
  if (channel === 'email') return parseEmailAddress(sender) !== null
  return channel !== 'webhook' && /^\+[1-9]\d{6,14}$/.test(sender)
}

/** An absence note is not a reply: it is only added to the contact's timeline, and no member has to read it. */
async function noteAbsence(platform: Platform, tx: OrgTx, item: InboundItem): Promise<void> {
  const { channel, sender, subject, text, at } = item
  const contact = await findContactByAddress(tx, channel, sender)
  if (!contact) return
  await linkInbound(tx, item.id, contact.id)
  const campaign = await matchInbound(tx, platform, item)
  const preview = text.slice(0, 200).replaceAll(/\s+/g, ' ').trim()
  const data = { channel, subject: subject.slice(0, 300), preview, ...(campaign ? { campaignId: campaign.campaignId } : {}) }
  await recordContactEvents(tx, [{ contactId: contact.id, type: 'message.absence', at, data }])
}

async function keep(platform: Platform, tx: OrgTx, item: InboundItem): Promise<void> {
  const { channel, sender, data } = item
  if (channel === 'webhook' || (await isTicketMail(platform, tx, item))) return
  const isVerified = isFromItsSender(item)
  const contact = await writerOf(platform, tx, item, isVerified)
  if (contact) await linkInbound(tx, item.id, contact.id)
  const campaign = await matchInbound(tx, platform, item)
  const conversationId = await threadOf(platform, tx, item, contact?.id ?? null, campaign)
  // An unverified display name can be forged, so it is shown only as the name that the email gives.
  const from = (isVerified && contact?.name) || data.senderName || sender
  const wasDone = await isDone(tx, conversationId)
  const id = newId()
  const isEmail = channel === 'email'
  const body = (isEmail ? item.text : (data.replyText ?? item.text)).slice(0, 1e5)
  await insertMessage(tx, {
    id,
    conversationId,
    direction: 'inbound',
    senderUser: null,
    senderName: from,
    senderVerified: isVerified,
    address: sender,
    body,
    quotedFrom: isEmail ? findQuotationOf(body, await findQuotable(tx, conversationId, data.messageIds ?? []), campaign !== null) : null,
    replyTo: data.replyTo ?? '',
    subject: isEmail ? item.subject.slice(0, 500) : '',
    status: 'received',
    // Emails reference each other by the Message-ID alone.
    externalId: channel === 'email' ? item.externalId.replace(/^mail:/, '') : item.externalId,
    inReplyTo: data.messageIds?.[0] ?? null,
    at: item.at,
  })
  await addInboundAttachments(tx, id, data.attachments ?? [])
  if (data.remoteMedia && item.accountId)
    await fetchLater(platform, tx, { messageId: id, accountId: item.accountId, media: data.remoteMedia })
  if (channel === 'whatsapp') await extendWindow(tx, conversationId, new Date(item.at.getTime() + windowHours * 3_600_000))
  if (isMailStop(item)) {
    await endByMail(platform, tx, item, { campaign, contactId: contact?.id ?? null })
    // The opt-out is applied, as by the message's link. A reply to another message than a campaign may concern a member's question: it
    // continues.
    if (campaign) return
  }
  if (channel !== 'email' && (await applyKeywordAndReply(platform, tx, item, conversationId, campaign?.sendId ?? null))) return
  const handledByAgent = await toAgent(platform, tx, item, {
    conversationId,
    messageId: id,
    contactId: contact?.id ?? null,
    isVerified,
    wasDone,
  })
  await platform.events.emit(tx, messageEvents.received, {
    conversationId,
    messageId: id,
    kind: 'contact',
    from,
    contactId: contact?.id ?? null,
    channel,
    ...(handledByAgent ? { handledByAgent } : {}),
  })
}

type Offered = Pick<ContactMessage, 'conversationId' | 'messageId' | 'contactId' | 'isVerified' | 'wasDone'>

/** Offers it to the agent of the channel. An opt-out is answered by no agent. */
async function toAgent(platform: Platform, tx: OrgTx, item: InboundItem, offered: Offered): Promise<boolean> {
  const { channel, accountId, recipient } = item
  if (channel === 'webhook' || isMailStop(item)) return false
  const senderId = channel === 'email' ? await findSenderByEmail(tx, recipient) : null
  return offerToAgent(platform, tx, { ...offered, channel, accountId, senderId })
}

/** The contact of the address. An unknown sender becomes a contact, except for an unverified email: that creates only a conversation. */
async function writerOf(
  platform: Platform,
  tx: OrgTx,
  { channel, sender, data }: InboundItem,
  isVerified: boolean,
): Promise<MessageContact | null> {
  if (!isVerified) return findContactByAddress(tx, channel, sender)
  const address = channel === 'email' ? { email: sender } : { phone: sender }
  const [firstName = '', ...rest] = (data.senderName ?? '').split(' ')
  const lastName = rest.join(' ')
  return (await createContactFrom(platform, tx, { ...address, firstName, lastName, source: 'reply', actorName: '' })).contact
}

async function threadOf(
  platform: Platform,
  tx: OrgTx,
  item: InboundItem,
  contactId: string | null,
  campaign: { campaignId: string; sendId: string } | null,
): Promise<string> {
  const { channel, sender, subject, data, accountId } = item
  const since = channel === 'email' ? null : new Date(platform.clock.now().getTime() - threadDays * 86_400_000)
  const known =
    (await findThread(tx, { references: data.messageIds ?? [], contactId, address: sender, channel, accountId, since })) ??
    (campaign && contactId ? await findThreadOfSend(tx, campaign.sendId, contactId) : null)
  const way = await wayOf(tx, item, campaign?.campaignId ?? null)
  if (known) {
    await fillWay(tx, known, way)
    if (channel === 'email') await followTopic(tx, known, subject)
    return known
  }
  const id = newId()
  await insertConversation(tx, {
    id,
    kind: 'contact',
    subject: subject.trim().slice(0, 300) || channelTitles[channel],
    priority: 'normal',
    channel,
    contactId,
    campaignId: campaign?.campaignId ?? null,
    sendId: campaign?.sendId ?? null,
    ...way,
  })
  return id
}

/** An email under another topic gives the conversation that topic: answers bear it too. */
async function followTopic(tx: OrgTx, id: string, subject: string): Promise<void> {
  const topic = topicOf(subject)
  if (topic !== '' && topic !== topicOf(await subjectOf(tx, id))) await setSubject(tx, id, subject.trim().slice(0, 300))
}

/** Only an email that replies to one of ours quotes what is kept here; anything else in it is news. */
const findQuotationOf = (body: string, quotable: readonly string[], repliesToCampaign: boolean): number | null =>
  quotable.length > 0 || repliesToCampaign ? findQuotation(body, quotable) : null

/** The account and address for replies: those the message came to, else those of the campaign that it replies to. */
async function wayOf(tx: OrgTx, { channel, accountId, recipient }: InboundItem, campaignId: string | null) {
  const sent = campaignId ? (await findCampaign(tx, campaignId))?.definition : undefined
  const senderId = channel === 'email' ? ((await findSenderByEmail(tx, recipient)) ?? sent?.senderId ?? null) : null
  return { accountId: accountId ?? sent?.accountId ?? null, senderId }
}

const channelTitles: Record<InboundItem['channel'], string> = {
  email: '(no subject)',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
  webhook: 'Webhook',
}
