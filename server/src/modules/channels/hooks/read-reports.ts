import { isAddressFault } from './address-fault.ts'
import type { InboundData, InboundKind } from '../inbound/inbound-store.ts'
import { verpTokenOf } from '../senders/verp-token.ts'

export interface Report {
  kind: InboundKind
  data: InboundData
}

/** What reports are read from. */
interface ReportMail {
  /** The address that it claims to come from. */
  from: string
  text: string
  parts: readonly { contentType: string; content: Buffer }[]
}

const maxPart = 100_000

const partOf = (mail: ReportMail, ...types: string[]): string | null => {
  const part = mail.parts.find(({ contentType }) => types.includes(contentType.toLowerCase()))
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
    // Letters beyond ASCII in addresses (RFC 6533), and the older escapes of RFC 3461.
    .replaceAll(/\\x\{([0-9a-f]{1,6})\}/gi, (_all, hex: string) => String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(hex, 16))))
    .replaceAll(/\+([0-9A-F]{2})(?=[^@]*@)/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/[<>]/g, '')
    .trim()

/** The facts about our original message that a report quotes. */
function originalOf(mail: ReportMail): InboundData {
  const original = partOf(
    mail,
    'message/rfc822',
    'text/rfc822-headers',
    'message/rfc822-headers',
    'message/global',
    'message/global-headers',
  )
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
export function readDeliveryReport(mail: ReportMail): Report | null {
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
export function readFeedbackReport(mail: ReportMail): Report | null {
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

/** RFC 8098: the email was shown to its recipient, or deleted. That is neither an answer nor a bounce. */
export function readReceipt(mail: ReportMail): Report | null {
  const receipt = partOf(mail, 'message/disposition-notification', 'message/global-disposition-notification')
  if (receipt === null) return null
  const fields = readFields(receipt)
  const id = /<[^<>\s]{3,250}>/.exec(fields.get('original-message-id') ?? '')?.[0]
  const diagnostic = `Read receipt: ${fields.get('disposition') ?? 'no disposition'}`.slice(0, 200)
  return { kind: 'other', data: { ...originalOf(mail), ...(id ? { messageIds: [id] } : {}), diagnostic } }
}

const startOfCopy =
  /^[-\s]*(below this line is a copy|this is a copy of|original message follows|the original message(?! was received))\b.*$/im

/** The Message-ID of ours in the copy that servers without a report format put below their words. */
function idsInCopy(text: string): string[] {
  const ids = [...text.matchAll(/^[>\s]{0,10}message-id:[ \t]{0,10}(<[^<>\s]{3,250}>)/gim)].flatMap(([, id]) => id ?? [])
  return [...new Set(ids)].slice(0, 5)
}

/** Plain-text bounces of mail servers without a report format: an empty sender. Only a text with a status code is trusted. */
export function readPlainBounce(mail: ReportMail): Report | null {
  if (!/^(mailer-daemon|postmaster|mail-daemon|mdaemon)@/i.test(mail.from)) return null
  const ids = idsInCopy(mail.text)
  const original = { ...(ids.length > 0 ? { messageIds: ids } : {}), ...originalOf(mail) }
  const copyAt = startOfCopy.exec(mail.text)?.index
  const texts = mail.text.slice(0, Math.min(copyAt ?? 20_000, 20_000))
  const code = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d]|\.\d)/.exec(texts)?.[0]
  const reply = /(?<![\d.])([45]\d\d)[ -]/.exec(texts)?.[1]
  if (!code && !reply) return { kind: 'other', data: original }
  const line = texts.split(/\r?\n/).find((each) => (code ? each.includes(code) : each.includes(reply ?? ''))) ?? ''
  const recipient = /<([^<>\s]{1,64}@[^<>\s]{1,255})>/.exec(texts)?.[1]
  const data: InboundData = {
    ...(recipient ? { originalRecipient: recipient.toLowerCase() } : {}),
    ...original,
    statusCode: code ?? `${reply?.[0]}.0.0`,
    diagnostic: line.trim().slice(0, 1_000),
  }
  return { kind: 'bounce', data: { ...data, status: 'bounced', isPermanent: isAddressFault(data.statusCode, line) } }
}
