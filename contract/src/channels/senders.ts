import { z } from 'zod'
import { MessageKey } from '../kit/message-fields.ts'
import { Email } from '../auth/auth.ts'
import { domainName } from './channel-accounts.ts'
import { Id, Timestamp, line, required, text } from '../kit/fields.ts'

/** A record to publish: `name` in full, and its value. */
export const DnsRecord = z.object({
  /** `dkim-next`: of a key that is used once its record is found; `dkim-old`: of the one before, until mail signed with it has arrived. */
  purpose: z.enum(['spf', 'dkim', 'dmarc', 'dkim-next', 'dkim-old']),
  type: z.literal('TXT'),
  name: z.string(),
  value: z.string(),
  /** null: not checked yet. */
  ok: z.boolean().nullable(),
  /** The finding or the error. */
  reason: z.string(),
  reasonKey: MessageKey.optional(),
})

export const SendingDomain = z
  .object({
    id: Id,
    domain: z.string(),
    selector: z.string(),
    /** Of a key that waits for its record. */
    nextSelector: z.string().nullable(),
    /** Selector of the previous key: its DNS record must stay published. */
    oldSelector: z.string().nullable(),
    records: z.array(DnsRecord).max(5),
    /** DKIM was found as it must be: mail of this domain is signed. */
    isVerified: z.boolean(),
    checkedAt: Timestamp.nullable(),
    verifiedAt: Timestamp.nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: 'SendingDomain' })
export type SendingDomain = z.infer<typeof SendingDomain>
export const CreateDomainBody = z.strictObject({ domain: domainName })

export const Sender = z
  .object({
    id: Id,
    name: z.string(),
    email: z.string(),
    replyTo: z.string().nullable(),
    isVerified: z.boolean(),
    /** By its domain, by the link in an email, or not at all. */
    verifiedBy: z.enum(['domain', 'letter', 'none']),
    isDefault: z.boolean(),
    /** When the email with the link was sent, if any. */
    letterSentAt: Timestamp.nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Sender' })
export type Sender = z.infer<typeof Sender>

const senderName = required(100, 'Name is required')
const replyTo = z.union([z.literal('').transform(() => null), z.null(), Email])
export const CreateSenderBody = z.strictObject({
  name: senderName,
  email: Email,
  replyTo: replyTo.default(null),
  isDefault: z.boolean().default(false),
})
export const UpdateSenderBody = z.strictObject({
  name: senderName.optional(),
  replyTo: replyTo.optional(),
  isDefault: z.literal(true, 'Make another sender the default instead').optional(),
  updatedAt: Timestamp.optional(),
})

export const EmailSettings = z
  .object({
    /** Liquid, below every campaign mail. */
    footerText: z.string(),
    trackOpens: z.boolean(),
    trackClicks: z.boolean(),
    /** Recipients that a MEMBER may reach in one launch; above it a manager approves. */
    launchLimit: z.int(),
    /** From the organization's profile; empty when it has no address. */
    postalAddress: z.string(),
    /** No mail server: mail is kept in the sandbox mailbox. */
    isSandbox: z.boolean(),
    updatedAt: Timestamp.nullable(),
  })
  .meta({ id: 'EmailSettings' })
export type EmailSettings = z.infer<typeof EmailSettings>
export const UpdateEmailSettingsBody = z.strictObject({
  footerText: text(2000).optional(),
  trackOpens: z.boolean().optional(),
  trackClicks: z.boolean().optional(),
  launchLimit: z.int().min(0).max(10_000_000).optional(),
  updatedAt: Timestamp.nullable().optional(),
})

export const inboundKinds = ['message', 'status', 'bounce', 'complaint', 'other'] as const
export const InboundEntry = z
  .object({
    id: Id,
    channel: z.enum(['email', 'sms', 'webhook', 'whatsapp']),
    kind: z.enum(inboundKinds),
    accountName: z.string().nullable(),
    sender: z.string(),
    recipient: z.string(),
    subject: z.string(),
    /** The start of the text. */
    preview: z.string(),
    /** The receiving server's code, such as 5.1.1. */
    statusCode: z.string().nullable(),
    at: Timestamp,
    /** It was read, and what follows from it was done: a month later it is erased. */
    isHandled: z.boolean(),
  })
  .meta({ id: 'InboundEntry' })
export type InboundEntry = z.infer<typeof InboundEntry>

export const verifySenderToken = line(200)
