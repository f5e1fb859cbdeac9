import { z } from 'zod'
import { PreferencePage } from './consent-pages.ts'
import { Id, Timestamp, line, required, text } from '../kit/fields.ts'
import { create, get, list, operations, post, put, update } from '../kit/operations.ts'
import { Channel } from './reach.ts'
import { AddressFile, AddSuppressionBody, AddSuppressionsBody, Suppression, SuppressionChannel, SuppressionReason } from './suppressions.ts'

export { PreferencePage } from './consent-pages.ts'
export { Suppression, SuppressionChannel, SuppressionReason, suppressionChannels, suppressionReasons } from './suppressions.ts'

export const consentStatuses = ['granted', 'pending', 'withdrawn'] as const
export const ConsentStatus = z.enum(consentStatuses)
export type ConsentStatus = z.infer<typeof ConsentStatus>

/** Origin of a consent that a member or the API enters. */
export const grantSources = ['manual', 'form', 'api'] as const

export const consentLimits = {
  purposes: 50,
  pastedLines: 10_000,
  capMessages: 1000,
  capDays: 90,
  addressFileBytes: 10 * 1024 * 1024,
  addressFileRows: 300_000,
} as const

const purposeKey = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'Lowercase letters, digits and underscores')
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time like 09:30')

export const ConsentPurpose = z
  .object({
    key: z.string(),
    name: z.string(),
    description: z.string(),
    /** Archived purposes are no longer offered; recorded consent remains. */
    archivedAt: Timestamp.nullable(),
  })
  .meta({ id: 'ConsentPurpose' })
export type ConsentPurpose = z.infer<typeof ConsentPurpose>

export const ReachSettings = z
  .object({
    /** Consent to email counts only after the emailed link was followed. */
    doubleOptIn: z.boolean(),
    /** Consent to SMS counts only after the contact has replied YES. */
    doubleOptInSms: z.boolean(),
    /** `HH:MM` in the recipient's time zone, else the organization's; both null for none. */
    quietFrom: z.string().nullable(),
    quietUntil: z.string().nullable(),
    quietChannels: z.array(Channel).max(4),
    /**
     * Most messages to one contact in `capDays` days, over all channels: of campaigns and, for a purpose, of workflows; null for no cap.
     */
    capMessages: z.int().nullable(),
    capDays: z.int(),
    pageTitle: z.string(),
    pageText: z.string(),
    helpText: z.string(),
    /** The preference centre as contacts see it. */
    previewUrl: z.string(),
    updatedAt: Timestamp.nullable(),
  })
  .meta({ id: 'ReachSettings' })
export type ReachSettings = z.infer<typeof ReachSettings>

export const UpdateReachSettingsBody = z
  .strictObject({
    doubleOptIn: z.boolean(),
    /** Omitted: unchanged. */
    doubleOptInSms: z.boolean().optional(),
    quietFrom: clockTime.nullable(),
    quietUntil: clockTime.nullable(),
    quietChannels: z
      .array(Channel)
      .max(4)
      .refine((list) => new Set(list).size === list.length, 'Choose each channel only once'),
    capMessages: z.int().min(1, 'At least one').max(consentLimits.capMessages).nullable(),
    capDays: z.int().min(1, 'At least one day').max(consentLimits.capDays, 'At most 90 days'),
    pageTitle: line(120),
    pageText: text(2000),
    helpText: line(300),
    /** The value that was read; a stale write is rejected with 409. */
    updatedAt: Timestamp.nullable().optional(),
  })
  .refine((body) => (body.quietFrom === null) === (body.quietUntil === null), {
    path: ['quietUntil'],
    message: 'Enter both times or neither',
  })
  .refine((body) => body.quietFrom === null || body.quietFrom !== body.quietUntil, {
    path: ['quietUntil'],
    message: 'Choose two different times',
  })

const StandingConsent = z.object({
  channel: Channel,
  purpose: z.string(),
  purposeName: z.string(),
  status: ConsentStatus,
  source: z.string(),
  at: Timestamp,
})

export const ContactConsents = z
  .object({
    contactId: Id,
    standing: z.array(StandingConsent).max(800),
    /** Suppressions of this contact's addresses, which override any consent. */
    suppressions: z
      .array(
        z.object({
          /** Null for one of the installation. */
          id: Id.nullable(),
          channel: SuppressionChannel,
          reason: z.string(),
          at: Timestamp,
        }),
      )
      .max(6),
    purposes: z.array(ConsentPurpose).max(200),
    doubleOptIn: z.boolean(),
    doubleOptInSms: z.boolean(),
  })
  .meta({ id: 'ContactConsents' })
export type ContactConsents = z.infer<typeof ContactConsents>

export const ConsentEntry = z
  .object({
    id: Id,
    channel: Channel,
    purpose: z.string(),
    purposeName: z.string(),
    status: ConsentStatus,
    source: z.string(),
    /** What proves it, item by item. */
    proof: z.array(z.object({ name: z.string(), value: z.string() })).max(50),
    actorName: z.string(),
    at: Timestamp,
  })
  .meta({ id: 'ConsentEntry' })
export type ConsentEntry = z.infer<typeof ConsentEntry>

const linkParams = z.strictObject({ token: z.string().regex(/^[\w-]{80,160}$/, 'This link is incomplete') })
/** A limit against load: the links themselves cannot be guessed. */
const publicRate = { max: 120, perSeconds: 60 } as const

export const consents = operations(
  'consents',
  { read: 'consents:read', write: 'consents:write' },
  {
    listPurposes: get('/consents/purposes', 'List what the organization asks consent for, the archived too', {
      reply: z.array(ConsentPurpose).max(200),
      v1: true,
    }),
    createPurpose: create('/consents/purposes', 'Add a consent purpose', {
      access: 'consents:manage',
      body: z.strictObject({ key: purposeKey, name: required(80, 'Name is required'), description: text(500).default('') }),
      reply: ConsentPurpose,
    }),
    updatePurpose: update('/consents/purposes/:key', 'Rename, describe, archive or restore a purpose', {
      access: 'consents:manage',
      params: z.strictObject({ key: purposeKey }),
      body: z.strictObject({
        name: required(80, 'Name is required').optional(),
        description: text(500).optional(),
        archived: z.boolean().optional(),
      }),
      reply: ConsentPurpose,
    }),
    readSettings: get('/consents/settings', 'Read double opt-in, quiet hours, frequency cap and the texts of the public pages', {
      reply: ReachSettings,
    }),
    updateSettings: put('/consents/settings', 'Change double opt-in, quiet hours, frequency cap and the texts of the public pages', {
      access: 'consents:manage',
      body: UpdateReachSettingsBody,
      reply: ReachSettings,
      errors: [409],
    }),
    ofContact: get('/contacts/:id/consents', 'Read what a contact agreed to, and what keeps them from being reached', {
      reply: ContactConsents,
      v1: true,
    }),
    history: list('/contacts/:id/consents/history', 'Page through the consent ledger of a contact, newest first', {
      row: ConsentEntry,
      v1: true,
    }),
    grant: post(
      '/contacts/:id/consents',
      'Record that a contact agreed, with its source and proof; under double opt-in it waits for the contact to confirm',
      {
        body: z.strictObject({
          channel: Channel,
          purpose: purposeKey,
          source: z.enum(grantSources),
          proof: text(2000).min(3, 'Describe the proof'),
        }),
        reply: ContactConsents,
        errors: [409],
        v1: true,
      },
    ),
    remind: post('/contacts/:id/consents/confirmation', 'Resend the email or SMS of a pending consent', {
      body: z.strictObject({ purpose: purposeKey, channel: z.enum(['email', 'sms']).default('email') }),
      reply: ContactConsents,
      rate: { max: 100, perSeconds: 3600 },
      errors: [409],
      v1: true,
    }),
    withdraw: post(
      '/contacts/:id/consents/withdraw',
      'Record that a contact withdrew consent; without a purpose to none, and the address is suppressed',
      {
        body: z.strictObject({ channel: Channel, purpose: purposeKey.nullable(), proof: text(2000).default('') }),
        reply: ContactConsents,
        v1: true,
      },
    ),
    listSuppressions: list(
      '/suppressions',
      'Page through the addresses that must not be reached, newest first; `address` finds one exactly',
      {
        row: Suppression,
        filter: { address: line(300).optional(), channel: SuppressionChannel.optional(), reason: SuppressionReason.optional() },
        v1: true,
      },
    ),
    addSuppression: post('/suppressions', 'Add an address to the suppression list', {
      idempotent: true,
      body: AddSuppressionBody,
      reply: Suppression,
      status: 201,
      v1: true,
    }),
    addSuppressions: post('/suppressions/import', 'Add a list of addresses to the suppression list', {
      body: AddSuppressionsBody,
      bodyLimit: 1_200_000,
      reply: z.object({
        added: z.int(),
        alreadyThere: z.int(),
        invalid: z.int(),
        /** The first that cannot be read, each cut to 80 characters. */
        examples: z.array(z.string()).max(5_000),
      }),
      v1: true,
    }),
    readAddressFile: post('/suppressions/read-file', 'Read the addresses of a file, without adding any', {
      upload: ['text/csv', 'text/plain', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
      query: z.strictObject({ channel: SuppressionChannel }),
      bodyLimit: consentLimits.addressFileBytes,
      reply: AddressFile,
      rate: { max: 20, perSeconds: 60 },
      transaction: false,
      audited: false,
    }),
    removeSuppression: post('/suppressions/:id/remove', 'Remove a suppression, with a reason that is stored', {
      access: 'consents:manage',
      body: z.strictObject({
        reason: required(300, 'Enter the reason for removing the suppression').min(3, 'Enter the reason for removing the suppression'),
      }),
    }),

    openPreferences: get('/public/preferences/:token', 'Read what the person of a link gets, for the preference page', {
      access: 'public',
      params: linkParams,
      reply: PreferencePage,
      rate: publicRate,
    }),
    savePreferences: put('/public/preferences/:token', 'Choose what to get, by the link of a message', {
      access: 'public',
      params: linkParams,
      body: z.strictObject({
        choices: z.array(z.strictObject({ channel: Channel, purpose: purposeKey, granted: z.boolean() })).max(200),
      }),
      reply: PreferencePage,
      errors: [409],
      audited: false,
      rate: publicRate,
    }),
    endByLink: post('/public/preferences/:token/unsubscribe', 'Unsubscribe from what the link of a message is about, or from everything', {
      access: 'public',
      params: linkParams,
      body: z.strictObject({ everything: z.boolean() }),
      reply: PreferencePage,
      errors: [409],
      audited: false,
      rate: publicRate,
    }),
    unsubscribe: post('/unsubscribe/:token', 'Unsubscribe with one click of a mail program (RFC 8058)', {
      access: 'public',
      params: linkParams,
      // What mail programs send; the body adds nothing to the URL.
      upload: ['application/x-www-form-urlencoded', 'multipart/form-data'],
      bodyLimit: 4096,
      transaction: false,
      audited: false,
      // Mail providers call it for many contacts from few addresses.
      rate: { max: 6000, perSeconds: 60 },
      ownLimitOnly: true,
    }),
    openUnsubscribe: get('/unsubscribe/:token', 'Show the page that unsubscribes: opening an address never does', {
      access: 'public',
      params: linkParams,
      redirects: true,
      rate: publicRate,
    }),
  },
)
