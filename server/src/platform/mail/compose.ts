import { createHash } from 'node:crypto'
import type { SendMailOptions } from 'nodemailer'
import { parseEmailAddress } from './address.ts'
import { MailError } from './mail-error.ts'
import type { QueuedFile } from './render-email.ts'

export interface MailMessage {
  /** From `makeMessageId`; the same for every try of the same message. */
  messageId: string
  /** One plain address. */
  to: string
  subject: string
  text: string
  html?: string
  /** Shown before the sender's address. */
  fromName?: string
  replyTo?: string
  /** One-click unsubscribe for this kind of email (RFC 8058): an https URL that accepts a POST. */
  unsubscribeUrl?: string
  attachments?: readonly QueuedFile[]
}

/**
 * The Message-ID of an email that is sent once: the same identity (organization, source, step) gives the same ID, so that a
 * retry can be recognised. `domain` is the sender's.
 */
export const makeMessageId = (identity: string, domain: string): string =>
  `<${createHash('sha256').update(identity).digest('base64url').slice(0, 32)}@${domain}>`

const refuse = (what: string): never => {
  throw new MailError({ permanent: true, publicMessage: what })
}

/** Line breaks and other control characters in a header are how a second header is smuggled in (SEC-32): refused, not repaired. */
const checkHeader = (name: string, value: string, maxLength: number): string => {
  if (/\p{Cc}|[\u2028\u2029]/u.test(value)) refuse(`The ${name} must be a single line.`)
  return value.length > maxLength ? refuse(`The ${name} is longer than ${maxLength} characters.`) : value
}

function unsubscribeHeaders(url: string | undefined): Record<string, string> {
  if (url === undefined) return {}
  const address = checkHeader('unsubscribe address', url, 900)
  if (/[<>\s]/.test(address)) refuse('The unsubscribe address is malformed.')
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

const MAX_BODY_CHARACTERS = 1_000_000

/** Checks a message and converts it for nodemailer. Throws a permanent `MailError` when it must not be sent. */
export const composeMail = (message: MailMessage, from: string): SendMailOptions & { to: string } => {
  const to = parseEmailAddress(message.to) ?? refuse('We cannot send to this email address.')
  if (!/^<[A-Za-z0-9._+-]+@[A-Za-z0-9.-]+>$/.test(message.messageId)) refuse('The Message-ID is malformed.')
  if (message.text.length + (message.html?.length ?? 0) > MAX_BODY_CHARACTERS) refuse('The message is too long.')
  return {
    messageId: message.messageId,
    from: { name: checkHeader('sender name', message.fromName ?? '', 200), address: from },
    to,
    ...(message.replyTo === undefined ? {} : { replyTo: parseEmailAddress(message.replyTo) ?? refuse('The reply address is malformed.') }),
    // Set explicitly, so that no header can add a recipient.
    envelope: { from, to: [to] },
    subject: checkHeader('subject', message.subject, 500),
    text: message.text,
    ...(message.html === undefined ? {} : { html: message.html }),
    attachments: (message.attachments ?? []).map(({ name, contentType, base64 }) => ({
      filename: checkHeader('name of a file', name, 200),
      contentType: /^[a-z]+\/[a-z0-9.+-]{1,100}$/.test(contentType) ? contentType : 'application/octet-stream',
      content: Buffer.from(base64, 'base64'),
    })),
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(message.unsubscribeUrl) },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
