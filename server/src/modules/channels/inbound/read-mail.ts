import { createHash } from 'node:crypto'
import type { ParsedMail } from 'mailparser'
import { parseHeaders } from './parse-mail.ts'
import { findReplyTo, isAutoReply, sendersOf } from './mail-writer.ts'
import { stripQuotes } from '../mail-reader/find-quotation.ts'
import { readMailContent } from '../mail-reader/mail-content.ts'
import type { MailContent } from '../mail-reader/mail-content.ts'
import { readMimeTree } from '../mail-reader/mime-tree.ts'
import { decodeWords } from '../mail-reader/mime-values.ts'
import { isSenderVerified } from './read-authentication.ts'
import type { InboundData, NewInboundItem } from './inbound-store.ts'
import { readDeliveryReport, readFeedbackReport, readPlainBounce, readReceipt } from '../hooks/read-reports.ts'
import type { Report } from '../hooks/read-reports.ts'
import type { MailAttachment } from './store-attachments.ts'
import { verpTokenOf } from '../senders/verp-token.ts'

export interface ReadMail {
  item: NewInboundItem
  attachments: MailAttachment[]
}

const addressHeaders = new Set(['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'])
const addressShape = /[^\s<>,;:"()]{1,64}@[^\s<>,;:"()]{1,255}/g

/** The address that received it: the one that names a recipient (VERP), if there is one. */
function recipientOf(mail: ParsedMail): { recipient: string; verpToken: string | null } {
  const lines = mail.headerLines.filter(({ key }) => addressHeaders.has(key)).map(({ line }) => line.slice(line.indexOf(':') + 1, 2_000))
  const addresses = lines.flatMap((line) => line.match(addressShape) ?? [])
  const named = addresses.find((address) => verpTokenOf(address) !== null)
  return { recipient: (named ?? addresses[0] ?? '').toLowerCase(), verpToken: named ? verpTokenOf(named) : null }
}

const idsOf = (mail: ParsedMail): string[] => {
  const references = [mail.references ?? []].flat()
  const all = [...(mail.inReplyTo?.match(/<[^<>\s]{3,250}>/g) ?? []), ...references.toReversed()]
  return [...new Set(all)].slice(0, 20)
}

/**
 * Reads any email: a delivery report (RFC 3464), a feedback report (RFC 5965), a receipt (RFC 8098), a plain-text bounce, or a reply;
 * `other` if unreadable, so that it does not block later ones. `authservId`: the name that the receiving server authenticates senders under.
 */
export async function readMail(raw: Buffer, accountId: string | null, authservId = ''): Promise<ReadMail> {
  try {
    const tree = readMimeTree(raw)
    const mail = await parseHeaders(raw)
    const content = readMailContent(tree)
    const text = content.text.replace(/^\n+|\s+$/g, '').slice(0, 200_000)
    const about = { from: sendersOf(mail)[0]?.address ?? '', text, parts: content.reportParts }
    const report = readReceipt(about) ?? readDeliveryReport(about) ?? readFeedbackReport(about) ?? readPlainBounce(about)
    const outcome = report ?? { kind: 'message', data: replyData(mail, text, authservId) }
    const subject = decodeWords(tree.fields.get('subject') ?? '').replaceAll(/[\r\n\t]+/g, ' ')
    return {
      item: { accountId, ...readEnvelope(mail, raw), subject, text, ...withToken(mail, outcome) },
      attachments: report ? [] : attachmentsOf(content),
    }
  } catch (error) {
    return readHeadersOnly(raw, accountId, error instanceof Error ? error.message : String(error))
  }
}

/** An email that cannot be read in full. It has no effect; it is listed so that members can see what arrived. */
export async function readHeadersOnly(raw: Buffer, accountId: string | null, reason: string): Promise<ReadMail> {
  const mail = await parseHeaders(raw)
  const outcome = { kind: 'other', data: { diagnostic: `The mail could not be read: ${reason}` } } as const
  return { item: { accountId, ...readEnvelope(mail, raw), text: '', ...withToken(mail, outcome) }, attachments: [] }
}

function readEnvelope(mail: ParsedMail, raw: Buffer): Pick<NewInboundItem, 'channel' | 'externalId' | 'sender' | 'recipient' | 'subject'> {
  const [from] = sendersOf(mail)
  return {
    channel: 'email',
    externalId: mail.messageId ? `mail:${mail.messageId}` : `mail:sha256:${createHash('sha256').update(raw).digest('hex')}`,
    sender: (from?.address ?? '').toLowerCase(),
    recipient: recipientOf(mail).recipient,
    subject: (mail.subject ?? '').replaceAll(/[\r\n\t]+/g, ' '),
  }
}

function withToken(mail: ParsedMail, { kind, data }: Report): Report {
  const { verpToken } = recipientOf(mail)
  return { kind, data: { ...(verpToken ? { verpToken } : {}), ...data } }
}

function replyData(mail: ParsedMail, text: string, authservId: string): InboundData {
  const ids = idsOf(mail)
  const name = sendersOf(mail)[0]?.name
  const replyTo = findReplyTo(mail, recipientOf(mail).recipient)
  return {
    ...(ids.length ? { messageIds: ids } : {}),
    ...(replyTo.first ? { replyTo: replyTo.first } : {}),
    ...(replyTo.others.length ? { otherReplyTo: replyTo.others } : {}),
    ...(isAutoReply(mail) ? { isAutoReply: true } : {}),
    ...(name ? { senderName: name.slice(0, 200) } : {}),
    isSenderVerified: isSenderVerified(mail, authservId),
    replyText: stripQuotes(text),
  }
}

const attachmentsOf = ({ files }: MailContent): MailAttachment[] =>
  files
    .filter(({ content }) => content.length > 0)
    .map(({ name, contentType, content }, index) => ({
      name: (name ?? `attachment-${index + 1}`).replaceAll(/[\p{Cc}/\\]/gu, '_').slice(0, 200),
      contentType,
      content,
    }))
