import type { OrgTx } from '../../platform/db/database.ts'
import type { OutgoingContent } from '../../platform/delivery/transport.ts'
import { conflict } from '../../platform/errors.ts'
import { makeMessageId } from '../../platform/mail/compose.ts'
import type { Platform } from '../../platform/platform.ts'
import { domainOf } from '../../platform/mail/address.ts'
import { dkimKeyFor, findTemplate, reportHeaders, returnPathOfSingle } from '../channels/index.ts'
import type { ChannelAccount } from '../channels/index.ts'
import { senderOf } from './choose-way.ts'
import type { OutgoingRow } from './delivery-store.ts'
import { encodeMessage } from './message-token.ts'
import type { TemplateChoice } from './delivery.ts'
import { answerTo } from './topic.ts'

/** A member's message in the form that is sent. @throws 409 if something it needs is missing. */
export async function composeKeywordReply(
  platform: Platform,
  tx: OrgTx,
  message: OutgoingRow,
  account: ChannelAccount,
  template: TemplateChoice | null,
): Promise<OutgoingContent> {
  const { channel } = account
  if (channel === 'sms') return { channel, text: message.body }
  if (channel === 'whatsapp') return composeWhatsapp(tx, message.body, template)
  const sender = await senderOf(platform, tx, account, message.sender_id)
  const fromAddress = sender?.email ?? platform.config.mailFrom
  const domain = domainOf(fromAddress)
  const dkim = await dkimKeyFor(platform, tx, domain)
  const token = encodeMessage(platform, message.id)
  const answered = isMessageId(message.in_reply_to) ? { 'In-Reply-To': message.in_reply_to, References: message.in_reply_to } : {}
  return {
    channel: 'email',
    fromName: message.sender_name,
    fromAddress,
    ...(sender?.replyTo ? { replyTo: sender.replyTo } : {}),
    subject: message.in_reply_to ? answerTo(message.subject) : message.subject,
    text: message.body,
    messageId: makeMessageId(`${tx.orgId}/message/${message.id}`, domain),
    returnPath: returnPathOfSingle(account, fromAddress, token),
    headers: { ...answered, ...reportHeaders(account, token) },
    // Another machine does not answer it.
    ...(message.by_agent ? { isAutomatic: true } : {}),
    ...(dkim ? { dkim } : {}),
  }
}

/** An inbound Message-ID is copied into our headers only if its format is valid (SEC-32). */
const isMessageId = (id: string | null): id is string => id !== null && /^<[\x21-\x3b\x3d\x3f-\x7e]{3,250}>$/.test(id)

/** Free text, or an approved template. @throws 409 for a template that is no longer approved. */
export async function composeWhatsapp(
  tx: OrgTx,
  text: string,
  template: { id: string; variables: readonly string[] } | null,
): Promise<OutgoingContent> {
  if (template === null) return { channel: 'whatsapp', template: null, text }
  const found = await findTemplate(tx, template.id)
  if (!found || found.status !== 'APPROVED') throw conflict('The WhatsApp template is not approved.')
  const { name, language } = found
  return { channel: 'whatsapp', template: { name, language, variables: template.variables }, text: '' }
}
