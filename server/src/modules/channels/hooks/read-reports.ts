import type { ParsedMail } from 'mailparser'
import { isAddressFault } from './address-fault.ts'
import type { InboundData, InboundKind } from '../inbound/inbound-store.ts'
import { verpTokenOf } from '../senders/verp-token.ts'

export interface Report {
  kind: InboundKind
  data: InboundData
}

const maxPart = 100_000

const partOf = (mail: ParsedMail, ...types: string[]): string | null => {
  const part = mail.attachments.find(({ contentType }) => types.includes(contentType.toLowerCase()))
  return part ? part.content.subarray(0, maxPart).toString('utf8') : null
}

/** Fields as RFC 822 writes them, names in lower case, folded lines put together. */
function readFields(block: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of block.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const at = line.indexOf(':')
    const name = line.slice(0, at).trim().toLowerCase()
    if (at > 0 && !fields.has(name)) fields.set(name, line.slice(at + 1).trim())
  }
  return fields
}

/** `rfc822; a@example.org` -> `a@example.org`. */
const afterType = (value: string | undefined): string =>
  (value ?? '')
    .replace(/^[\w-]+\s*;\s*/, '')
    .replaceAll(/[<>]/g, '')
    .trim()

/** The facts about our original message that a report quotes. */
function originalOf(mail: ParsedMail): InboundData {
  const original = partOf(mail, 'message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers', 'message/global')
  if (original === null) return {}
  const fields = readFields(original.split(/\r?\n\r?\n/, 1)[0] ?? '')
  const id = /<[^<>\s]{3,250}>/.exec(fields.get('message-id') ?? '')?.[0]
  const token = verpTokenOf(afterType(fields.get('return-path')))
  const to = /[^\s<>,;:"]+@[^\s<>,;:"]+/.exec(fields.get('to') ?? '')?.[0]
  return {
    ...(id ? { messageIds: [id] } : {}),
    ...(token ? { verpToken: token } : {}),
    ...(to ? { originalRecipient: to.toLowerCase() } : {}),
  }
}

/** RFC 3464: the delivery status of the message for its recipient. */
export function readDeliveryReport(mail: ParsedMail): Report | null {
  const status = partOf(mail, 'message/delivery-status', 'message/global-delivery-status')
  if (status === null) return null
  const groups = status.split(/\r?\n[ \t]*\r?\n/).map(readFields)
  const recipients = groups.filter((fields) => fields.has('action') || fields.has('final-recipient'))
  const fields = recipients.find((each) => each.get('action')?.toLowerCase() === 'failed') ?? recipients[0]
  if (!fields) return { kind: 'other', data: originalOf(mail) }
  const action = fields.get('action')?.toLowerCase() ?? 'failed'
  const code = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.get('status') ?? '')?.[0]
  const diagnostic = afterType(fields.get('diagnostic-code')) || fields.get('status') || ''
  const recipient = afterType(fields.get('original-recipient')) || afterType(fields.get('final-recipient'))
  const data: InboundData = {
    ...originalOf(mail),
    ...(recipient ? { originalRecipient: recipient.toLowerCase() } : {}),
    ...(code ? { statusCode: code } : {}),
    diagnostic: diagnostic.slice(0, 1_000),
  }
  if (['delivered', 'relayed', 'expanded'].includes(action)) return { kind: 'status', data: { ...data, status: 'delivered' } }
  // A delayed message may still arrive, so it decides nothing.
  if (action === 'delayed') return { kind: 'status', data: { ...data, status: 'delayed' } }
  return { kind: 'bounce', data: { ...data, status: 'bounced', isPermanent: isAddressFault(code, diagnostic) } }
}

/** RFC 5965: a recipient marked it as spam (`not-spam` means the opposite, and is no complaint). */
export function readFeedbackReport(mail: ParsedMail): Report | null {
  const report = partOf(mail, 'message/feedback-report')
  if (report === null) return null
  const fields = readFields(report)
  const type = fields.get('feedback-type')?.toLowerCase() ?? 'abuse'
  const token = verpTokenOf(afterType(fields.get('original-mail-from')))
  const recipient = afterType(fields.get('original-rcpt-to'))
  const original = originalOf(mail)
  const data: InboundData = {
    ...original,
    ...(token ? { verpToken: token } : {}),
    ...(recipient ? { originalRecipient: recipient.toLowerCase() } : {}),
    diagnostic: `Feedback-Type: ${type}`.slice(0, 200),
  }
  return { kind: type === 'not-spam' || type === 'auth-failure' ? 'other' : 'complaint', data }
}

/** Plain-text bounces of mail servers without a report format: an empty sender. Only a text with a status code is trusted. */
export function readPlainBounce(mail: ParsedMail): Report | null {
  const from = mail.from?.value[0]?.address?.toLowerCase() ?? ''
  if (!/^(mailer-daemon|postmaster|mail-daemon)@/.test(from)) return null
  const texts = (mail.text ?? '').slice(0, 20_000)
  const code = /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(texts)?.[0]
  const reply = /\b([45]\d\d)[ -]/.exec(texts)?.[1]
  if (!code && !reply) return { kind: 'other', data: originalOf(mail) }
  const line = texts.split(/\r?\n/).find((each) => (code ? each.includes(code) : each.includes(reply ?? ''))) ?? ''
  const recipient = /<([^<>\s]{1,64}@[^<>\s]{1,255})>/.exec(texts)?.[1]
  const data: InboundData = {
    ...(recipient ? { originalRecipient: recipient.toLowerCase() } : {}),
    ...originalOf(mail),
    statusCode: code ?? `${reply?.[0]}.0.0`,
    diagnostic: line.trim().slice(0, 1_000),
  }
  return { kind: 'bounce', data: { ...data, status: 'bounced', isPermanent: isAddressFault(data.statusCode, line) } }
}
