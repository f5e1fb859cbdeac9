import { LRUCache } from 'lru-cache'
import { parseEmailAddress } from './address.ts'
import { MailError } from './mail-error.ts'
import { encodeMailbox, encodePhrase, encodeText } from './mime-words.ts'
import { encodeQuotedPrintable } from './quoted-printable.ts'

/** Content of an email. It knows nothing of `DeliveryOutcome`s and recipients' states. */
export interface MailContent {
  fromName: string
  fromAddress: string
  replyTo?: string
  subject: string
  text: string
  html?: string
  messageId: string
  returnPath: string
  unsubscribeUrl?: string
  /** An automatic message: asks for no automatic replies (RFC 3834). */
  isAutomatic?: boolean
  headers?: Readonly<Record<string, string>>
  attachments?: readonly MailAttachment[]
}

export interface MailAttachment {
  name: string
  contentType: string
  bytes: Uint8Array
}

/** An email before signing: headers in order (values folded, without the line end of the last line) and the body with CRLF. */
export interface PreparedMail {
  from: string
  to: string
  headers: (readonly [name: string, value: string])[]
  body: string
  /** Holds bytes above 127, so the server must have offered 8BITMIME. */
  eightBit: boolean
}

export interface PrepareOptions {
  /** Whether the server accepts 8-bit content; else such text is sent as quoted-printable. */
  eightBit: boolean
  now: Date
}

const MAX_BODY_CHARACTERS = 1_000_000
const MAX_LINE_BYTES = 998
/** Headers that we write ourselves, or never use. */
const RESERVED = new Set(
  [
    'from to cc bcc sender reply-to subject date message-id mime-version return-path received dkim-signature',
    'list-unsubscribe list-unsubscribe-post precedence auto-submitted authentication-results',
  ].flatMap((names) => names.split(' ')),
)

const refuse = (what: string): never => {
  throw new MailError({ permanent: true, publicMessage: what })
}

/** Line breaks and other control characters in a header are how a second header is smuggled in (SEC-32): refused, not repaired. */
const checkLine = (name: string, value: string, maxLength: number): string => {
  if (/[\p{Cc}\u2028\u2029]/u.test(value)) refuse(`The ${name} must be a single line.`)
  return value.length > maxLength ? refuse(`The ${name} is longer than ${maxLength} characters.`) : value
}

const checkAddress = (name: string, value: string): string =>
  parseEmailAddress(value) ?? refuse(`The ${name} is not an email address we can send with.`)

/** `Name <list.id>` keeps its last part readable to machines; other values are free text. */
const encodeExtra = (name: string, value: string): string => {
  const [, phrase, angle] = /^([^<>]*?) ?(<[\x21-\x7e]{1,900}>)$/.exec(value) ?? []
  if (angle !== undefined) return phrase ? `${encodePhrase(phrase)} ${angle}` : angle
  return encodeText(name, value)
}

const extraHeaders = (headers: Readonly<Record<string, string>>): (readonly [string, string])[] =>
  Object.entries(headers).map(([name, value], index, all) => {
    const lower = name.toLowerCase()
    if (all.findIndex(([other]) => other.toLowerCase() === lower) < index) refuse(`The header ${name} is given twice.`)
    if (!/^[a-z][a-z0-9-]{0,70}$/.test(lower)) refuse('The name of a header is malformed.')
    if (RESERVED.has(lower) || lower.startsWith('content-')) refuse(`The header ${name} cannot be set.`)
    return [name, encodeExtra(name, checkLine(`header ${name}`, value, 900))]
  })

const unsubscribeHeaders = (url: string | undefined): (readonly [string, string])[] => {
  if (url === undefined) return []
  const address = checkLine('unsubscribe address', url, 900)
  if (!/^https?:\/\/[\x21-\x3b\x3d\x3f-\x7e]+$/.test(address)) refuse('The unsubscribe address is malformed.')
  return [
    ['List-Unsubscribe', `<${address}>`],
    ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
  ]
}

/** CRLF everywhere, no NUL. */
const normalizeLines = (text: string): string => {
  const lines = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
  return (lines.includes('\0') ? lines.replaceAll('\0', '') : lines).replaceAll('\n', '\r\n')
}

const hasLongLine = (text: string): boolean => {
  if (text.length * 3 <= MAX_LINE_BYTES) return false
  let start = 0
  while (start <= text.length) {
    const found = text.indexOf('\r\n', start)
    const end = found < 0 ? text.length : found
    const length = end - start
    if (length > MAX_LINE_BYTES) return true
    // One UTF-16 unit takes at most three bytes.
    if (length * 3 > MAX_LINE_BYTES && Buffer.byteLength(text.slice(start, end)) > MAX_LINE_BYTES) return true
    start = end + 2
  }
  return false
}

type TransferEncoding = '7bit' | '8bit' | 'quoted-printable'

interface Part {
  encoding: TransferEncoding
  body: string
}

const encodePart = (text: string, eightBit: boolean): Part => {
  const body = normalizeLines(text)
  const encoding = /[\u0080-\uffff]/.test(body) ? '8bit' : '7bit'
  if (hasLongLine(body) || (encoding === '8bit' && !eightBit)) return { encoding: 'quoted-printable', body: encodeQuotedPrintable(body) }
  return { encoding, body }
}

/** The same for every attempt of one message; longer if the text contains it. */
const chooseBoundary = (messageId: string, parts: readonly Pick<Part, 'body'>[]): string => {
  let boundary = `=_${messageId.slice(1, messageId.indexOf('@')).slice(0, 40)}`
  while (parts.some(({ body }) => body.includes(boundary))) boundary += '_'
  return boundary
}

interface Body {
  body: string
  type: string
  encoding: TransferEncoding
}

const inLines = (text: string): string => text.replaceAll(/.{76}/g, '$&\r\n')

/** RFC 2231 for names that are not plain; the plain form is added for old readers. */
const nameParameter = (name: string): string => {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\]/g, '_')
  return plain === name ? `filename="${plain}"` : `filename="${plain}";\r\n filename*=utf-8''${encodeURIComponent(name)}`
}

const writeAttachment = ({ name, contentType, bytes }: MailAttachment): string => {
  const type = /^[a-z]+\/[a-z0-9.+-]{1,100}$/.test(contentType) ? contentType : 'application/octet-stream'
  const disposition = nameParameter(checkLine('name of a file', name, 200))
  const content = inLines(Buffer.from(bytes).toString('base64'))
  return `Content-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment;\r\n ${disposition}\r\n\r\n${content}\r\n`
}

/** The text, followed by the files. */
const bodyOf = (content: MailContent, eightBit: boolean): Body => {
  const texts = textOf(content, eightBit)
  const { attachments = [] } = content
  if (attachments.length === 0) return texts
  // Neither boundary is a prefix of the other, because some readers compare only prefixes.
  const boundary = `=_files${chooseBoundary(content.messageId, [texts]).slice(2)}`
  const first = `Content-Type: ${texts.type}\r\nContent-Transfer-Encoding: ${texts.encoding}\r\n\r\n${texts.body}`
  const parts = [first, ...attachments.map(writeAttachment)].map((part) => `--${boundary}\r\n${part}`)
  return {
    body: `${parts.join('')}--${boundary}--\r\n`,
    type: `multipart/mixed;\r\n boundary="${boundary}"`,
    encoding: texts.encoding === '8bit' ? '8bit' : '7bit',
  }
}

const textOf = (content: MailContent, eightBit: boolean): Body => {
  const text = encodePart(content.text, eightBit)
  if (content.html === undefined) return { body: `${text.body}\r\n`, type: 'text/plain; charset=utf-8', encoding: text.encoding }
  const html = encodePart(content.html, eightBit)
  const boundary = chooseBoundary(content.messageId, [text, html])
  const write = (type: string, { encoding, body }: Part) =>
    `--${boundary}\r\nContent-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}\r\n`
  return {
    body: `${write('plain', text)}${write('html', html)}--${boundary}--\r\n`,
    type: `multipart/alternative;\r\n boundary="${boundary}"`,
    encoding: text.encoding === '8bit' || html.encoding === '8bit' ? '8bit' : '7bit',
  }
}

interface Fixed {
  from: string
  headers: (readonly [string, string])[]
}

/** The parts that are the same for all recipients of a sender, built once per sender. */
const fixedParts = new LRUCache<string, Fixed>({ max: 200 })

const fixedOf = ({ fromName, fromAddress, replyTo }: MailContent): Fixed => {
  const key = JSON.stringify([fromName, fromAddress, replyTo])
  const known = fixedParts.get(key)
  if (known) return known
  const from = checkAddress("sender's address", fromAddress)
  const headers: [string, string][] = [['From', encodeMailbox(checkLine('sender name', fromName, 200), from)]]
  if (replyTo !== undefined) headers.push(['Reply-To', checkAddress('reply address', replyTo)])
  const made = { from, headers }
  fixedParts.set(key, made)
  return made
}

/** `Fri, 20 Nov 2026 22:27:40 +0000` */
const formatDate = (at: Date): string => at.toUTCString().replace('GMT', '+0000')

/**
 * Writes an email to one recipient: text, or text and HTML. Headers accept no line breaks. Throws a permanent `MailError` when it must not
 * be sent. Adds no "automatic" or "bulk" marks except `List-Unsubscribe`, `isAutomatic` and those in `headers`.
 */
export const prepareMail = (recipient: string, content: MailContent, { eightBit, now }: PrepareOptions): PreparedMail => {
  const to = checkAddress("recipient's address", recipient)
  const { messageId, subject, text, html } = content
  if (!/^<[A-Za-z0-9._+-]{1,200}@[A-Za-z0-9.-]{1,255}>$/.test(messageId)) refuse('The Message-ID is malformed.')
  if (text.length + (html?.length ?? 0) > MAX_BODY_CHARACTERS) refuse('The message is too long.')
  const fixed = fixedOf(content)
  const { body, type, encoding } = bodyOf(content, eightBit)
  return {
    from: checkAddress('return path', content.returnPath),
    to,
    headers: [
      ...fixed.headers,
      ['To', to],
      ['Subject', encodeText('Subject', checkLine('subject', subject, 500))],
      ['Message-ID', messageId],
      ['Date', formatDate(now)],
      ...unsubscribeHeaders(content.unsubscribeUrl),
      ...(content.isAutomatic ? [['Auto-Submitted', 'auto-generated'] as const] : []),
      ...extraHeaders(content.headers ?? {}),
      ['MIME-Version', '1.0'],
      ['Content-Type', type],
      ['Content-Transfer-Encoding', encoding],
    ],
    body,
    eightBit: encoding === '8bit',
  }
}

/** The mail as it is stored or transmitted, before dot stuffing. `signature` is the DKIM-Signature header's value. */
export const writeMail = (mail: PreparedMail, signature: string | null): string => {
  let written = signature === null ? '' : `DKIM-Signature: ${signature}\r\n`
  for (const [name, value] of mail.headers) written += `${name}: ${value}\r\n`
  return `${written}\r\n${mail.body}`
}
