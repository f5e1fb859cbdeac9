import { z } from 'zod'
import { MessageKey, messageKey } from '../kit/message-fields.ts'
import { isOwnHeader } from '../kit/own-headers.ts'
import { DltId } from './dlt-id.ts'
import { HookState, ReportProvider, reportProviders } from './delivery-reports.ts'
import { Id, Micros, Timestamp, line, required, text } from '../kit/fields.ts'
import { Channel } from '../contacts/reach.ts'

export const accountProviders = ['platform-smtp', 'smtp', 'twilio', 'whatsapp-cloud', 'webhook', 'sandbox'] as const
export const AccountProvider = z.enum(accountProviders)
export type AccountProvider = z.infer<typeof AccountProvider>

/** Providers that an organization can add; the others exist from the start. */
export const addableProviders = ['smtp', 'twilio', 'whatsapp-cloud', 'webhook'] as const
export type AddableProvider = (typeof addableProviders)[number]
export const channelOfProvider: Readonly<Record<AddableProvider, Channel>> = {
  smtp: 'email',
  twilio: 'sms',
  'whatsapp-cloud': 'whatsapp',
  webhook: 'webhook',
}

/** True for providers that send no delivery reports, where acceptance counts as delivery. */
export const acceptanceDeliversOf = (provider: AccountProvider): boolean => provider !== 'twilio' && provider !== 'whatsapp-cloud'

export const connectionSecurities = ['tls', 'starttls', 'none'] as const
const Security = z.enum(connectionSecurities)
const port = z.int().min(1, 'Must be a port from 1 to 65535').max(65_535, 'Must be a port from 1 to 65535')
const hostName = z
  .string({ error: (issue) => (issue.input === undefined ? 'Server is required' : undefined) })
  .trim()
  .toLowerCase()
  .min(1, 'Server is required')
  .max(253)
  .regex(/^(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)$/, 'Must be the name of a server, such as smtp.example.com')
export const domainName = z
  .string()
  .trim()
  .toLowerCase()
  .max(253, 'Must be a domain such as example.com')
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/, 'Must be a domain such as example.com')
const httpUrl = (message: string) =>
  z
    .string({ error: message })
    .trim()
    .max(500)
    .pipe(z.url({ protocol: /^https?$/, error: message }))
/** What travels in a header or a sign-in: visible ASCII. */
const secret = z
  .string()
  .trim()
  .max(2000, 'Must be at most 2000 characters')
  .regex(/^[\x20-\x7e]*$/, 'Contains characters that are not allowed')
  .default('')

/** India: the principal entity (TRAI DLT) that the account sends for; blank: it is not registered there. */
const dltEntityId = DltId.default('')

/** Settings that are not secret, by provider. */
export const accountSettings = {
  smtp: z.strictObject({
    host: hostName,
    port: port.default(587),
    /** `tls` from the first byte, `starttls` required, `none` only on a network without eavesdroppers. */
    security: Security.default('starttls'),
    username: line(200).default(''),
    /** Domain that receives bounces (VERP); blank: the sender's own domain. */
    bounceDomain: z.union([z.literal(''), domainName]).default(''),
  }),
  twilio: z.strictObject({
    baseUrl: httpUrl('API address must be a URL').default('https://api.twilio.com'),
    accountSid: required(64, 'Account SID is required').regex(/^[A-Za-z0-9_-]+$/, 'Account SID holds letters and digits only'),
    /** A number (E.164), a short code, a sender name, or a messaging service (MG...). */
    from: required(64, 'From is required').regex(/^(\+[1-9]\d{6,14}|\d{3,8}|[A-Za-z0-9 ]{1,11}|MG[0-9a-f]{32})$/, {
      error: 'Must be a number such as +14155550123, a short code, a name of at most 11 letters, or a messaging service',
    }),
    dltEntityId,
  }),
  'whatsapp-cloud': z.strictObject({
    baseUrl: httpUrl('API address must be a URL').default('https://graph.facebook.com/v23.0'),
    phoneNumberId: required(40, 'Phone number ID is required').regex(/^\d+$/, 'Phone number ID holds digits only'),
    businessAccountId: required(40, 'Business account ID is required').regex(/^\d+$/, 'Business account ID holds digits only'),
  }),
  webhook: z.strictObject({ url: httpUrl('URL must be a web address') }),
  /** SMS only. */
  sandbox: z.strictObject({ dltEntityId }),
} as const

/** Secrets by provider. Write-only: a blank one keeps the stored value. */
export const accountSecrets = {
  smtp: z.strictObject({ password: secret }),
  twilio: z.strictObject({ authToken: secret }),
  'whatsapp-cloud': z.strictObject({ accessToken: secret, /** Signs the provider's calls to us. */ appSecret: secret }),
  /** Blank at creation: one is generated and shown once. */
  webhook: z.strictObject({
    signingSecret: secret.refine((value) => value === '' || value.length >= 24, 'Must be at least 24 characters'),
  }),
} as const

/** Sent with every call, such as an authorization. Values are write-only: a blank one keeps the value stored under its name. */
const WebhookHeaders = z
  .array(
    z.strictObject({
      name: required(100, 'Name is required')
        .regex(/^[A-Za-z0-9-]+$/, 'Use letters, digits and hyphens')
        .refine((name) => !isOwnHeader(name), 'This header is set by Imperium'),
      value: secret,
    }),
  )
  .max(20)
  .refine((all) => new Set(all.map(({ name }) => name.toLowerCase())).size === all.length, 'Use each header once')

/** The mailbox that bounces and replies arrive in, read over IMAP. */
export const InboundMailbox = z.strictObject({
  host: hostName,
  port: port.default(993),
  security: Security.default('tls'),
  username: required(200, 'User name is required'),
  folder: required(200, 'Folder is required').default('INBOX'),
  /** The receiving server's name in its Authentication-Results (RFC 8601); blank: no sender counts as verified. */
  authservId: z
    .string()
    .trim()
    .max(253)
    .regex(/^[A-Za-z0-9._-]*$/, 'Must be a name such as mx.example.com')
    .default(''),
  /** Blank keeps the stored value. */
  password: secret,
})

const rate = z.number().positive('Must be more than 0').max(10_000, 'Must be at most 10000').nullable()
/** Micro-dollars per message, or per part of an SMS, when the provider does not report its price; null: unknown. */
const priceMicros = Micros.max(100_000_000, 'Must be at most 100').nullable()
export const unknownPolicies = ['repeat', 'hold'] as const
const common = {
  name: required(80, 'Name is required'),
  isActive: z.boolean(),
  isDefault: z.boolean(),
  /** Messages a second; null: no bound of ours. */
  ratePerSecond: rate,
  /** Messages per second to one recipient domain; email only. */
  domainRatePerSecond: rate,
  priceMicros,
  unknownPolicy: z.enum(unknownPolicies),
  acceptanceDelivers: z.boolean(),
}
const forNew = {
  ...common,
  isActive: common.isActive.default(true),
  isDefault: common.isDefault.default(false),
  ratePerSecond: rate.default(null),
  domainRatePerSecond: rate.default(null),
  priceMicros: priceMicros.default(null),
  /** Unless given: repeat for email, hold for the others. */
  unknownPolicy: common.unknownPolicy.optional(),
  /** Unless given: `acceptanceDeliversOf` its provider. */
  acceptanceDelivers: common.acceptanceDelivers.optional(),
}
const forChange = { ...z.strictObject(common).partial().shape, updatedAt: Timestamp.optional() }

export const CreateAccountBody = z
  .discriminatedUnion('provider', [
    z.strictObject({
      provider: z.literal('smtp'),
      ...forNew,
      settings: accountSettings.smtp,
      secret: accountSecrets.smtp.prefault({}),
      inbound: InboundMailbox.nullable().default(null),
    }),
    z.strictObject({ provider: z.literal('twilio'), ...forNew, settings: accountSettings.twilio, secret: accountSecrets.twilio }),
    z.strictObject({
      provider: z.literal('whatsapp-cloud'),
      ...forNew,
      settings: accountSettings['whatsapp-cloud'],
      secret: accountSecrets['whatsapp-cloud'],
    }),
    z.strictObject({
      provider: z.literal('webhook'),
      ...forNew,
      settings: accountSettings.webhook,
      secret: accountSecrets.webhook.prefault({}),
      headers: WebhookHeaders.default([]),
    }),
  ])
  .meta({ id: 'CreateChannelAccount' })

/** `provider` is that of the account: it selects the settings and never changes. */
export const UpdateAccountBody = z
  .discriminatedUnion('provider', [
    z.strictObject({
      provider: z.literal('smtp'),
      ...forChange,
      settings: accountSettings.smtp.optional(),
      secret: accountSecrets.smtp.optional(),
      inbound: InboundMailbox.nullable().optional(),
    }),
    z.strictObject({
      provider: z.literal('twilio'),
      ...forChange,
      settings: accountSettings.twilio.optional(),
      secret: accountSecrets.twilio.optional(),
    }),
    z.strictObject({
      provider: z.literal('whatsapp-cloud'),
      ...forChange,
      settings: accountSettings['whatsapp-cloud'].optional(),
      secret: accountSecrets['whatsapp-cloud'].optional(),
    }),
    z.strictObject({
      provider: z.literal('webhook'),
      ...forChange,
      settings: accountSettings.webhook.optional(),
      secret: accountSecrets.webhook.optional(),
      headers: WebhookHeaders.optional(),
      /** With a new signing secret: so long the former one signs along. */
      formerSecretHours: z.int().min(0).max(168).default(24),
    }),
    z.strictObject({ provider: z.literal('platform-smtp'), ...forChange, inbound: InboundMailbox.nullable().optional() }),
    z.strictObject({ provider: z.literal('sandbox'), ...forChange, settings: accountSettings.sandbox.optional() }),
  ])
  .meta({ id: 'UpdateChannelAccount' })

export const healthStates = ['ok', 'failing', 'resting', 'off'] as const

export const ChannelAccount = z
  .object({
    id: Id,
    channel: Channel,
    name: z.string(),
    provider: AccountProvider,
    /** Nothing leaves this machine; shown wherever the account is shown. */
    isSandbox: z.boolean(),
    /** Each provider has its own of these. */
    settings: z.object({
      host: z.string().optional(),
      port: z.int().optional(),
      security: Security.optional(),
      username: z.string().optional(),
      bounceDomain: z.string().optional(),
      /** Email only: the provider that reports deliveries; default `standard-webhooks`. */
      reports: ReportProvider.optional(),
      baseUrl: z.string().optional(),
      accountSid: z.string().optional(),
      from: z.string().optional(),
      /** SMS only: the entity it is registered for in India (TRAI DLT). */
      dltEntityId: z.string().optional(),
      phoneNumberId: z.string().optional(),
      businessAccountId: z.string().optional(),
      url: z.string().optional(),
      /** Of a webhook: names of the headers that are sent along. */
      headerNames: z.array(z.string()).max(20).optional(),
      /** Until then the former signing secret signs along. */
      formerSecretUntil: Timestamp.optional(),
    }),
    /** At most the first 8 and last 4 characters; empty when there is none. */
    secretHint: z.string(),
    isDefault: z.boolean(),
    isActive: z.boolean(),
    ratePerSecond: z.number().nullable(),
    domainRatePerSecond: z.number().nullable(),
    priceMicros: Micros.nullable(),
    unknownPolicy: z.enum(unknownPolicies),
    acceptanceDelivers: z.boolean(),
    health: z.object({
      /** `resting`: the circuit breaker is open after too many failures in a row, until `restsUntil`. */
      state: z.enum(healthStates),
      failures: z.int(),
      restsUntil: Timestamp.nullable(),
      lastError: z.string(),
      lastErrorKey: MessageKey.optional(),
    }),
    inbound: z
      .object({
        host: z.string(),
        port: z.int(),
        security: Security,
        username: z.string(),
        folder: z.string(),
        authservId: z.string(),
        readAt: Timestamp.nullable(),
        lastError: z.string(),
        lastErrorKey: MessageKey.optional(),
      })
      .nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'ChannelAccount' })
export type ChannelAccount = z.infer<typeof ChannelAccount>

export const CreatedAccount = ChannelAccount.extend({
  /** A generated signing secret, shown once. */
  newSecret: z.string().nullable(),
}).meta({ id: 'CreatedChannelAccount' })
export type CreatedAccount = z.infer<typeof CreatedAccount>

export const TestMessageBody = z.strictObject({
  /** Email address or phone number; empty for a webhook, because its URL belongs to the account. */
  to: line(254).default(''),
  text: text(1000).default(''),
})
export const TestMessageResult = z.object({
  success: z.boolean(),
  /** For people. */ message: z.string(),
  ...messageKey,
  /** Milliseconds. */ latency: z.int(),
})

/** The URL that the provider calls. */
export const AccountHook = z
  .object({
    /** null until one is created. */
    url: z.string().nullable(),
    /** How calls are authenticated; for email, the provider that reports. */
    signedBy: z.enum(['twilio', 'whatsapp', ...reportProviders]),
    /** The token that WhatsApp asks for when the URL is registered. */
    verifyToken: z.string().nullable(),
    /** Signs the calls of an email provider (with Postmark, its password): shown once, at creation. */
    newSecret: z.string().nullable(),
    /** Whether the entered secret is stored. */
    hasSecret: z.boolean(),
    /** Postmark only: its user name. */
    userName: z.string().nullable(),
    /** With Amazon SES. */
    topicArn: z.string().nullable(),
    state: HookState,
  })
  .meta({ id: 'ChannelAccountHook' })
export type AccountHook = z.infer<typeof AccountHook>

export const templateStatuses = ['PENDING', 'APPROVED', 'REJECTED', 'PAUSED', 'DISABLED'] as const
export const templateCategories = ['MARKETING', 'UTILITY', 'AUTHENTICATION'] as const

const variablePlace = /\{\{\s*(\d{1,2})\s*\}\}/g

/** Number of variables in a body; null when they are not `{{1}}`, `{{2}}`, ... without a gap. */
export function countVariables(body: string): number | null {
  const numbers = [...body.matchAll(variablePlace)].map((match) => Number(match[1]))
  const highest = Math.max(0, ...numbers)
  const isGapless = Array.from({ length: highest }, (_, index) => index + 1).every((number) => numbers.includes(number))
  return isGapless && !numbers.includes(0) ? highest : null
}

/** The body with its variables replaced; one without a value stays as it is. */
export const fillVariables = (body: string, variables: readonly string[]): string =>
  body.replaceAll(variablePlace, (place, number: string) => variables[Number(number) - 1] ?? place)

export const WhatsappTemplate = z
  .object({
    id: Id,
    accountId: Id,
    accountName: z.string(),
    name: z.string(),
    language: z.string(),
    category: z.string(),
    body: z.string(),
    /** `{{1}}` to `{{variables}}`. */
    variables: z.int(),
    status: z.enum(templateStatuses),
    /** The provider's text, when it rejected or paused the template. */
    detail: z.string(),
    syncedAt: Timestamp.nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: 'WhatsappTemplate' })
export type WhatsappTemplate = z.infer<typeof WhatsappTemplate>

export const CreateTemplateBody = z.strictObject({
  accountId: Id,
  name: required(512, 'Name is required').regex(/^[a-z0-9_]+$/, 'Use lowercase letters, digits and underscores'),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(_[A-Z]{2})?$/, 'Must be a language such as en or en_US')
    .default('en'),
  category: z.enum(templateCategories).default('MARKETING'),
  body: text(1024, 'Text is required')
    .min(1, 'Text is required')
    .refine((body) => countVariables(body) !== null, 'Variables must be {{1}}, {{2}} and so on, without gaps'),
})
