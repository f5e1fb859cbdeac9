import type { Channel } from '@imperium/contract/contacts/reach.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { OutgoingContent } from '../../platform/delivery/transport.ts'
import { conflict } from '../../platform/errors.ts'
import { makeMessageId } from '../../platform/mail/compose.ts'
import type { Platform } from '../../platform/platform.ts'
import { domainOf } from '../../platform/mail/address.ts'
import { asTemplate, compileMessage } from '../campaigns/index.ts'
import { dkimKeyFor, footerOf, reportHeaders, resolveSender, returnPathOfSingle, usableSender } from '../channels/index.ts'
import type { ChannelAccount } from '../channels/index.ts'
import { checkReach, preferencesUrl, sentSince, unsubscribeUrls } from '../consents/index.ts'
import type { Reach } from '../consents/index.ts'
import { loadRecipients } from '../contacts/index.ts'
import type { MessageContact } from '../contacts/index.ts'
import { findProfile } from '../organizations/index.ts'
import { senderOf } from './choose-way.ts'
import { composeWhatsapp } from './compose-keyword-reply.ts'
import type { OutgoingRow } from './delivery-store.ts'
import { encodeMessage, sealContext } from './message-token.ts'
import type { SystemDelivery } from './delivery.ts'

/**
 * Whether a contact may be reached for a purpose now; `messageId`: the message to be sent. Without a purpose only suppression counts, which
 * is always checked.
 */
export async function reachOf(
  platform: Platform,
  tx: OrgTx,
  question: { contact: MessageContact | undefined; channel: Channel; purpose: string | null; messageId?: string },
): Promise<Reach> {
  const { contact, channel, purpose, messageId } = question
  if (purpose === null) return { verdict: 'ok' }
  if (!contact) return { verdict: 'skip', reason: 'no_consent' }
  const reach = await checkReach(tx, {
    channel,
    purpose,
    contacts: [contact],
    at: platform.clock.now(),
    orgTimeZone: (await findProfile(tx, tx.orgId))?.timeZone ?? 'UTC',
    sentSince: sentSince(platform, tx, messageId),
    holds: messageId !== undefined,
  })
  return reach.get(contact.id) ?? { verdict: 'skip', reason: 'erased' }
}

/** The same as late as possible: consent may have been withdrawn since it was written, and the hour may be a quiet one. */
export async function reachNow(platform: Platform, tx: OrgTx, message: OutgoingRow, { purpose }: SystemDelivery): Promise<Reach> {
  const contact = message.contact_id ? (await loadRecipients(tx, [message.contact_id])).get(message.contact_id) : undefined
  // The table's check limits it to these values.
  return reachOf(platform, tx, { contact, channel: message.channel as Channel, purpose, messageId: message.id })
}

interface Written {
  subject: string
  text: string
  html: string
  /** The contact's opt-out link; marketing only. */
  unsubscribeUrl?: string
}

/** Marketing contains an opt-out and the sender's identity, built as for campaigns. */
async function writeMarketing(platform: Platform, tx: OrgTx, message: OutgoingRow, { html, purpose }: SystemDelivery): Promise<Written> {
  const contact = message.contact_id ? (await loadRecipients(tx, [message.contact_id])).get(message.contact_id) : undefined
  if (!contact) throw conflict("Marketing messages need the contact's consent.")
  const channel = message.channel as Channel
  const content = { subject: asTemplate(message.subject), text: asTemplate(message.body), html: asTemplate(html) }
  const compiled = await compileMessage({
    channel,
    campaignName: '',
    purpose: purpose ?? '',
    footer: await footerOf(tx),
    tracking: { opens: false, clicks: false },
    links: [],
    content: { ...content, design: null, preheader: '', whatsappTemplateId: null, whatsappVariables: [], dltTemplateId: '' },
  })
  const ref = { orgId: tx.orgId, contactId: contact.id, channel, sendId: null }
  const unsubscribe = unsubscribeUrls(platform, { ...ref, purpose })
  const links = {
    unsubscribeUrl: unsubscribe.page,
    preferencesUrl: preferencesUrl(platform, ref),
    openUrl: null,
    clickUrl: null,
    shortUrl: null,
  }
  const rendering = compiled.render(contact, links)
  if (!rendering.ok) throw conflict(rendering.problem.message)
  const { message: made } = rendering
  if (made.channel === 'email') return { ...made, html: made.html ?? '', unsubscribeUrl: unsubscribe.oneClick }
  return { subject: '', text: made.channel === 'sms' ? made.text : message.body, html: '' }
}

/** The message in the form that is sent. @throws 409 if something it needs is missing. */
export async function composeSystem(
  platform: Platform,
  tx: OrgTx,
  message: OutgoingRow,
  account: ChannelAccount,
  system: SystemDelivery,
): Promise<OutgoingContent> {
  if (account.channel === 'whatsapp') return composeWhatsapp(tx, message.body, system.template)
  const plain: Written = system.sealed
    ? (JSON.parse(platform.keyRing.decrypt(system.sealed, sealContext(message.id))) as Written)
    : { subject: message.subject, text: message.body, html: system.html }
  const { subject, text, html, unsubscribeUrl } = system.purpose === null ? plain : await writeMarketing(platform, tx, message, system)
  if (account.channel === 'sms') return { channel: 'sms', text }
  const sender =
    system.senderId === null
      ? await senderOf(platform, tx, account, message.sender_id)
      : usableSender(platform, account, await resolveSender(tx, system.senderId))
  const fromAddress = sender?.email ?? platform.config.mailFrom
  const domain = domainOf(fromAddress)
  const dkim = await dkimKeyFor(platform, tx, domain)
  const token = encodeMessage(platform, message.id)
  return {
    channel: 'email',
    fromName: sender?.name ?? message.sender_name,
    fromAddress,
    ...(sender?.replyTo ? { replyTo: sender.replyTo } : {}),
    subject,
    text,
    ...(html === '' ? {} : { html }),
    messageId: makeMessageId(`${tx.orgId}/message/${message.id}`, domain),
    returnPath: returnPathOfSingle(account, fromAddress, token),
    headers: reportHeaders(account, token),
    // Without this header, a workflow that replies to inbound messages could loop with another machine forever.
    isAutomatic: true,
    ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl }),
    ...(dkim ? { dkim } : {}),
  }
}
