import type { OrgTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { isSuppressed } from '../consents/index.ts'
import { findContactBy, readAddress } from '../contacts/index.ts'
import type { MessageContact } from '../contacts/index.ts'
import { reachOf } from './compose-system.ts'
import { deliverJob } from './deliver-message.ts'
import type { DeliverJob } from './deliver-message.ts'
import { addressOf, blockOf } from './show-message.ts'
import { insertConversation, insertMessage } from './store.ts'
import { findOpenWindow, findThread } from './threads-store.ts'
import type { SystemDelivery } from './delivery.ts'

/** Numbers have no subjects: messages within 30 days form one conversation. */
const threadDays = 30

export interface SystemMessage extends SystemDelivery {
  channel: 'email' | 'sms' | 'whatsapp'
  /** A contact's id, an email address, or a number with its country or in the organization's. */
  to: string
  subject: string
  text: string
  /** The author shown in the conversation: the workflow's name. */
  from: string
}

export type SystemMessageEnd =
  | { kind: 'queued'; messageId: string; conversationId: string; to: string; contactId: string | null }
  | { kind: 'skipped'; reason: string; contactId: string | null }

interface Target {
  contact: MessageContact | undefined
  address: string | null
}

async function findTarget(tx: OrgTx, { channel, to }: SystemMessage): Promise<Target> {
  const contact = (await findContactBy(tx, to)) ?? undefined
  if (contact) return { contact, address: addressOf(contact, channel) }
  return { contact, address: await readAddress(tx, channel, to) }
}

/** The reason why it is not written at all; null if it may be. Temporary obstacles (quiet hours) are checked when it is sent. */
async function blockedBy(
  platform: Platform,
  tx: OrgTx,
  { channel, purpose, template }: SystemMessage,
  { contact, address }: Target,
  windowUntil: Date | null,
): Promise<string | null> {
  if (!address) return 'no_address'
  if (await isSuppressed(platform, tx, { channel, address })) return 'suppressed'
  const reach = await reachOf(platform, tx, { contact, channel, purpose })
  if (reach.verdict === 'skip') return reach.reason
  if (channel !== 'whatsapp' || template !== null) return null
  return blockOf(platform, tx, { contact, channel, windowUntil, isStranger: true })
}

/**
 * Writes a message of the product and its send job, in the caller's transaction: it is sent once, if and only if that commits. Consent,
 * suppression and hours apply: a message that may not be sent is `skipped`, with the reason.
 */
export async function writeSystemMessage(platform: Platform, tx: OrgTx, wanted: SystemMessage): Promise<SystemMessageEnd> {
  const target = await findTarget(tx, wanted)
  const open =
    wanted.channel === 'whatsapp' && target.contact
      ? await findOpenWindow(tx, { contactId: target.contact.id, accountId: wanted.accountId, now: platform.clock.now() })
      : null
  const contactId = target.contact?.id ?? null
  const reason = await blockedBy(platform, tx, wanted, target, open?.until ?? null)
  if (reason !== null || target.address === null) return { kind: 'skipped', reason: reason ?? 'no_address', contactId }
  const { text, from, purpose, senderId, html, template, tellsEnd } = wanted
  // Free text is sent from the number that the contact wrote to.
  const accountId = wanted.accountId ?? (template === null ? (open?.accountId ?? null) : null)
  const id = newId()
  const conversationId = await threadFor(platform, tx, { ...wanted, accountId }, target)
  await insertMessage(tx, {
    id,
    conversationId,
    direction: 'outbound',
    senderUser: null,
    senderName: from.slice(0, 200),
    address: target.address,
    body: text,
    status: 'queued',
    externalId: null,
    inReplyTo: null,
    delivery: { system: { purpose, senderId, accountId, html, template, tellsEnd } },
    at: platform.clock.now(),
  })
  await platform.jobs.send<DeliverJob>(tx, deliverJob, { orgId: tx.orgId, messageId: id })
  return { kind: 'queued', messageId: id, conversationId, to: target.address, contactId }
}

async function threadFor(
  platform: Platform,
  tx: OrgTx,
  { channel, subject, accountId, senderId }: SystemMessage,
  { contact, address }: Target,
): Promise<string> {
  const since = channel === 'email' ? null : new Date(platform.clock.now().getTime() - threadDays * 86_400_000)
  const known = await findThread(tx, { references: [], contactId: contact?.id ?? null, address: address ?? '', channel, accountId, since })
  if (known) return known
  const id = newId()
  await insertConversation(tx, {
    id,
    kind: 'contact',
    subject: subject.slice(0, 300),
    priority: 'normal',
    channel,
    contactId: contact?.id ?? null,
    accountId,
    senderId: channel === 'email' ? senderId : null,
  })
  return id
}
