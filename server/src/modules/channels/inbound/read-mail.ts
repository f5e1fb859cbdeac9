import { createHash } from 'node:crypto'
import type { ParsedMail } from 'mailparser'
import { parseHeaders, parseMail } from './parse-mail.ts'
import { isSenderVerified } from './read-authentication.ts'
import type { InboundData, NewInboundItem } from './inbound-store.ts'
import { readDeliveryReport, readFeedbackReport, readPlainBounce } from '../hooks/read-reports.ts'
import type { Report } from '../hooks/read-reports.ts'
import { stripQuotes } from './strip-quotes.ts'
import type { MailAttachment } from './store-attachments.ts'
import { verpTokenOf } from '../senders/verp-token.ts'

export interface ReadMail {
  item: NewInboundItem
  attachments: MailAttachment[]
}

const addressHeaders = new Set(['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'])
const addressShape = /[^\s<>,;:"()]{1,64}@[^\s<>,;:"()]{1,255}/g

/** The address that it came to: the one that names a recipient (VERP), where there is one. */
function recipientOf(mail: ParsedMail): { recipient: string; verpToken: string | null } {
  const lines = mail.headerLines.filter(({ key }) => addressHeaders.has(key)).map(({ line }) => line.slice(line.indexOf(':') + 1, 2_000))
  const addresses = lines.flatMap((line) => line.match(addressShape) ?? [])
  const named = addresses.find((address) => verpTokenOf(address) !== null)
  return { recipient: (named ?? addresses[0] ?? '').toLowerCase(), verpToken: named ? verpTokenOf(named) : null }
}

/** RFC 3834 and what came before it: written by a machine. */
function isAutoReply(mail: ParsedMail): boolean {
  const value = (name: string): string => {
    const line = mail.headerLines.find(({ key }) => key === name)?.line ?? ''
    return line
      .slice(line.indexOf(':') + 1)
      .trim()
      .toLowerCase()
  }
  const submitted = value('auto-submitted')
  if (submitted !== '' && !submitted.startsWith('no')) return true
  if (['auto_reply', 'bulk', 'junk', 'list'].includes(value('precedence'))) return true
  return value('x-autoreply') !== '' || value('x-autorespond') !== '' || value('x-autoresponder') !== '' || value('return-path') === '<>'
}

const idsOf = (mail: ParsedMail): string[] => {
  const references = [mail.references ?? []].flat()
  const all = [...(mail.inReplyTo?.match(/<[^<>\s]{3,250}>/g) ?? []), ...references.toReversed()]
  return [...new Set(all)].slice(0, 20)
}

/**
 * Reads a mail, whatever is in it: a delivery report (RFC 3464), a feedback report (RFC 5965), a bounce of a server that knows neither, or
 * a reply; `other` for what cannot be read, as the mails behind it must not wait for it.
 * `authservId`: the name under which the receiving server says whether senders are who they claim to be.
 */
export async function readMail(raw: Buffer, accountId: string | null, authservId = ''): Promise<ReadMail> {
  try {
    const mail = await parseMail(raw)
    const text = (mail.text ?? '').slice(0, 200_000)
    const report = readDeliveryReport(mail) ?? readFeedbackReport(mail) ?? readPlainBounce(mail)
    const said = report ?? { kind: 'message', data: replyData(mail, text, authservId) }
    return { item: { accountId, ...whoseMail(mail, raw), text, ...withToken(mail, said) }, attachments: report ? [] : attachmentsOf(mail) }
  } catch (error) {
    const mail = await parseHeaders(raw)
    const diagnostic = `The mail could not be read: ${error instanceof Error ? error.message : String(error)}`
    // Nothing follows from it; it is in the list for whoever wonders what came.
    const said = { kind: 'other', data: { diagnostic } } as const
    return { item: { accountId, ...whoseMail(mail, raw), text: '', ...withToken(mail, said) }, attachments: [] }
  }
}

function whoseMail(mail: ParsedMail, raw: Buffer): Pick<NewInboundItem, 'channel' | 'externalId' | 'sender' | 'recipient' | 'subject'> {
  const [from] = mail.from?.value ?? []
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
  const name = mail.from?.value[0]?.name
  return {
    ...(ids.length ? { messageIds: ids } : {}),
    ...(isAutoReply(mail) ? { isAutoReply: true } : {}),
    ...(name ? { senderName: name.slice(0, 200) } : {}),
    isSenderVerified: isSenderVerified(mail, authservId),
    replyText: stripQuotes(text),
  }
}

const attachmentsOf = (mail: ParsedMail): MailAttachment[] =>
  mail.attachments
    .filter(({ content }) => content.length > 0)
    .map(({ filename, contentType, content }, index) => ({
      name: (filename ?? `attachment-${index + 1}`).replaceAll(/[\p{Cc}/\\]/gu, '_').slice(0, 200),
      contentType: /^[\w.+-]+\/[\w.+-]+$/.test(contentType) ? contentType.toLowerCase() : 'application/octet-stream',
      content,
    }))
