import { z } from 'zod'
import { messageKey } from '../kit/message-fields.ts'
import {
  AccountHook,
  ChannelAccount,
  CreateAccountBody,
  CreateTemplateBody,
  CreatedAccount,
  TestMessageBody,
  TestMessageResult,
  UpdateAccountBody,
  WhatsappTemplate,
} from './channel-accounts.ts'
import { UpdateHookBody } from './delivery-reports.ts'
import { create, del, get, list, operations, post, put, remove } from '../kit/operations.ts'
import { Id, idParams } from '../kit/fields.ts'
import {
  CreateDomainBody,
  CreateSenderBody,
  EmailSettings,
  InboundEntry,
  Sender,
  SendingDomain,
  UpdateEmailSettingsBody,
  UpdateSenderBody,
  inboundKinds,
  verifySenderToken,
} from './senders.ts'

const hookParams = z.strictObject({ token: z.string().min(1).max(100) })

/** Accounts, and the calls of their providers. */
export const channelAccounts = operations(
  'channels',
  { read: 'channels:read', write: 'channels:manage' },
  {
    listAccounts: get('/channels/accounts', 'List the accounts that messages go out through', {
      reply: z.array(ChannelAccount).max(200),
      v1: true,
    }),
    createAccount: create('/channels/accounts', 'Add an account with an email, SMS or WhatsApp provider, or a webhook', {
      access: 'channels:accounts',
      recentSignIn: true,
      v1: true,
      // Its body holds secrets of providers, which are not to pass through a model.
      mcp: false,
      body: CreateAccountBody,
      reply: CreatedAccount,
    }),
    updateAccount: put(
      '/channels/accounts/:id',
      'Change a channel account; a blank secret keeps the stored one, unless the server it is for changes',
      {
        access: 'channels:accounts',
        recentSignIn: true,
        v1: true,
        mcp: false,
        body: UpdateAccountBody,
        reply: ChannelAccount,
        errors: [409],
      },
    ),
    removeAccount: remove('/channels/accounts/:id', 'Delete a channel account that is not the default and that no campaign uses'),
    testAccount: post('/channels/accounts/:id/test', 'Send a test message through an account', {
      body: TestMessageBody,
      reply: TestMessageResult,
      transaction: false,
      rate: { max: 30, perSeconds: 3600 },
      errors: [409],
    }),
    resumeAccount: post('/channels/accounts/:id/resume', 'Retry an account that is paused after failures', { reply: ChannelAccount }),
    readHook: get('/channels/accounts/:id/hook', 'Where the provider of an account reports deliveries, bounces and replies', {
      access: 'channels:manage',
      reply: AccountHook,
      errors: [409],
    }),
    renewHook: post(
      '/channels/accounts/:id/hook',
      'Create a new URL and secret for the calls of a provider; the earlier ones stop working',
      { recentSignIn: true, reply: AccountHook, errors: [409] },
    ),
    updateHook: put(
      '/channels/accounts/:id/hook',
      'Choose the provider that reports on the emails of an account, and enter what proves its calls',
      { recentSignIn: true, body: UpdateHookBody, reply: AccountHook, errors: [409] },
    ),
    readMailbox: post('/channels/accounts/:id/read-mailbox', 'Read the mailbox of an account for bounces and replies now', {
      reply: z.object({ success: z.boolean(), message: z.string(), ...messageKey, received: z.int() }),
      transaction: false,
      rate: { max: 30, perSeconds: 3600 },
      errors: [409],
    }),
    receiveHook: post(
      '/hooks/:token',
      'What a provider reports: deliveries, bounces, complaints and replies, signed as each provider does',
      {
        access: 'public',
        params: hookParams, // Amazon SNS calls its JSON text.
        upload: ['application/json', 'application/x-www-form-urlencoded', 'message/rfc822', 'text/plain'], // Providers expect an empty response here: any text would be sent as a reply.
        file: 'text/xml',
        bodyLimit: 10 * 1024 * 1024,
        transaction: false,
        audited: false,
        rate: { max: 6_000, perSeconds: 60 },
        ownLimitOnly: true,
        errors: [401],
      },
    ),
    confirmHook: get('/hooks/:token', 'The question with which WhatsApp makes sure that the address is ours', {
      access: 'public',
      params: hookParams,
      file: 'text/plain',
      transaction: false,
      rate: { max: 60, perSeconds: 60 },
      errors: [403],
    }),
  },
)

export const whatsappTemplates = operations(
  'channels',
  { read: 'channels:read', write: 'channels:manage' },
  {
    listTemplates: get('/channels/whatsapp-templates', 'List WhatsApp templates', {
      query: z.strictObject({ accountId: Id.optional() }),
      reply: z.array(WhatsappTemplate).max(1000),
      v1: true,
    }),
    createTemplate: create('/channels/whatsapp-templates', 'Submit a WhatsApp template for approval', {
      body: CreateTemplateBody,
      reply: WhatsappTemplate,
      transaction: false,
      errors: [409, 404],
    }),
    syncTemplates: post('/channels/accounts/:id/sync-templates', 'Sync templates and their approval from the provider', {
      reply: z.array(WhatsappTemplate).max(1000),
      transaction: false,
      rate: { max: 60, perSeconds: 3600 },
      errors: [409],
    }),
    removeTemplate: remove('/channels/whatsapp-templates/:id', 'Remove a WhatsApp template from the list; it stays with the provider'),
  },
)

/** Domains, senders and settings of email, and inbound messages. */
export const sending = operations(
  'channels',
  { read: 'channels:read', write: 'channels:manage' },
  {
    listDomains: get('/channels/domains', 'List sending domains and the records to publish', { reply: z.array(SendingDomain).max(100) }),
    addDomain: create('/channels/domains', 'Add a sending domain; its DKIM key is made here', {
      body: CreateDomainBody,
      reply: SendingDomain,
    }),
    checkDomain: post('/channels/domains/:id/check', 'Check the DNS records of a sending domain', {
      reply: SendingDomain,
      transaction: false,
      rate: { max: 60, perSeconds: 3600 },
    }),
    rotateKey: create('/channels/domains/:id/keys', 'Create a new DKIM key for a sending domain; it is used once its record is found', {
      reply: SendingDomain,
      rate: { max: 20, perSeconds: 3600 },
    }),
    forgetKey: remove('/channels/domains/:id/keys/:selector', 'Discard an unused DKIM key: the next one, or the one before', {
      params: idParams.extend({ selector: z.string().regex(/^[a-z0-9-]{1,63}$/) }),
      reply: SendingDomain,
    }),
    removeDomain: del('/channels/domains/:id', 'Delete a sending domain with its key'),
    listSenders: get('/channels/senders', 'List who mail may come from', { reply: z.array(Sender).max(200), v1: true }),
    createSender: create('/channels/senders', 'Add a sender; one outside of a verified domain gets a letter with a link', {
      body: CreateSenderBody,
      reply: Sender,
    }),
    updateSender: put('/channels/senders/:id', 'Change a sender; its address never changes', {
      body: UpdateSenderBody,
      reply: Sender,
      errors: [409],
    }),
    removeSender: remove('/channels/senders/:id', 'Delete a sender that no campaign uses'),
    sendSenderLetter: post('/channels/senders/:id/verify', 'Resend the email that verifies a sender', {
      reply: Sender,
      rate: { max: 20, perSeconds: 3600 },
      errors: [409],
    }),
    verifySender: post('/channels/verify-sender', 'Confirm with the emailed link that an organization may send from an address', {
      access: 'public',
      body: z.strictObject({ token: verifySenderToken }),
      reply: z.object({ email: z.string(), organizationName: z.string() }),
      transaction: false,
      rate: { max: 30, perSeconds: 3600 },
    }),
    readEmailSettings: get('/channels/email-settings', 'Read footer, tracking and launch limit of email', { reply: EmailSettings }),
    updateEmailSettings: put('/channels/email-settings', 'Change footer, tracking and launch limit of email', {
      body: UpdateEmailSettingsBody,
      reply: EmailSettings,
      errors: [409],
    }),
    listInbound: list('/channels/inbound', 'List what came in by all channels: replies, bounces, complaints and reports', {
      row: InboundEntry,
      filter: { kind: z.enum(inboundKinds).optional() },
    }),
  },
)

/** Accounts, templates and senders. */
export const channels = { ...channelAccounts, ...whatsappTemplates, ...sending }
