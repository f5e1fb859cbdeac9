import { z } from 'zod'
import {
  CampaignAnalytics,
  CampaignDraft,
  CampaignEvent,
  CampaignRecipient,
  CampaignSend,
  ListedSend,
  Composition,
  DryRun,
  MessagePreview,
  RecipientStory,
  SentMessage,
  TestSendResult,
  draftStatuses,
  retryReasons,
} from './campaign-reports.ts'
import { MessageContent, RecipientStatus } from './campaigns.ts'
import { get, list, operations, post, put } from '../kit/operations.ts'
import { Id, line, required, text } from '../kit/fields.ts'
import { Audience, Channel } from '../contacts/reach.ts'

const contactParams = z.strictObject({ id: Id, contactId: Id })
const bodyLimit = 1024 * 1024

/** Reports of a campaign before, during and after a send. */
export const campaignReports = operations(
  'campaigns',
  { read: 'campaigns:read', write: 'campaigns:send' },
  {
    preview: post('/campaigns/preview', 'Fill a message in for a contact, saved or not, and say what is wrong with it', {
      access: 'campaigns:read',
      body: z.strictObject({
        channel: Channel,
        content: MessageContent,
        campaignName: line(120).default(''),
        purpose: line(40).default('marketing'),
        /** An agent writes each message: the content is the frame around its text, which a placeholder replaces here. */
        byAgent: z.boolean().default(false),
        /** Clicks of the campaign are counted: the addresses of a text are shown as short links. */
        trackClicks: z.boolean().default(true),
        /** Null: a contact of the audience, else the oldest contact, or an example when there is none. */
        contactId: Id.nullable().default(null),
        audience: Audience.nullable().default(null),
      }),
      bodyLimit,
      reply: MessagePreview,
      errors: [404],
      audited: false,
      v1: true,
    }),
    testSend: post(
      '/campaigns/:id/test',
      'Send a message marked [Test] to members, to oneself or to contacts tagged as test; it counts nowhere',
      {
        body: z.strictObject({
          /** Email: addresses of members; SMS and WhatsApp: numbers of contacts with the tag `test`, any with a sandbox account; webhook: left empty, the account has the address. */
          to: z.array(required(254, 'Address is required')).max(5).default([]),
          /** The contact to render for; null: the oldest contact. */
          contactId: Id.nullable().default(null),
          variant: z.int().min(0).max(4).default(0),
        }),
        reply: TestSendResult,
        errors: [409, 422],
        transaction: false,
        rate: { max: 30, perSeconds: 3600 },
        v1: true,
      },
    ),
    dryRun: post(
      '/campaigns/:id/dry-run',
      'Check the real audience without sending: who gets what when, who does not and why, errors and cost',
      { access: 'campaigns:write', idempotent: true, reply: DryRun, status: 202, errors: [422], v1: true },
    ),
    readDryRun: get('/campaigns/:id/dry-run', 'Read the last dry run of a campaign; null before the first', {
      reply: DryRun.nullable(),
      v1: true,
    }),
    sends: list('/campaigns/:id/sends', 'List the occurrences of a campaign, newest first', { row: ListedSend, v1: true }),
    recipients: list('/campaigns/:id/recipients', 'List the recipients of one occurrence, the newest unless named', {
      row: CampaignRecipient,
      filter: {
        sendId: Id.optional(),
        /** Matches every recipient that reached this status: `delivered` includes those who opened later, `sent` all that were sent. */
        status: RecipientStatus.optional(),
        /** Reason for skipped, failed, bounced, held or later. */
        reason: text(80).optional(),
        variant: z.coerce.number().int().min(0).max(4).optional(),
        q: text(200).optional(),
      },
      v1: true,
    }),
    why: get('/campaigns/:id/recipients/:contactId', 'Say why somebody did or did not get a campaign', {
      params: contactParams,
      reply: RecipientStory,
      v1: true,
    }),
    messages: get('/campaigns/:id/messages', 'Show the last messages that went out', {
      reply: z.array(SentMessage).max(20),
    }),
    analytics: get('/campaigns/:id/analytics', 'Numbers of a campaign by time, variant, link and reason', {
      query: z.strictObject({ sendId: Id.optional(), bucket: z.enum(['hour', 'day']).optional() }),
      reply: CampaignAnalytics,
      v1: true,
    }),
    events: get('/campaigns/:id/events', 'Follow the numbers of a campaign by server-sent events, until it has completed', {
      event: CampaignEvent,
      v1: true,
    }),
    chooseWinner: post('/campaigns/:id/winner', 'End the A/B test of a campaign: the rest of the audience gets this variant', {
      /** `sendId` defaults to the newest send with a waiting test. */
      body: z.strictObject({ variant: z.int().min(0).max(4), sendId: Id.optional() }),
      reply: CampaignSend,
      errors: [409, 422],
      v1: true,
    }),
    decideHeld: post('/campaigns/:id/held', 'Resolve messages with an unknown outcome after a crash: send them again, or drop them', {
      idempotent: true,
      body: z.strictObject({
        decision: z.enum(['send', 'drop']),
        /** Defaults to the newest send with a pending decision. */
        sendId: Id.optional(),
        /** Null: all of the occurrence. */
        contactIds: z.array(Id).min(1).max(500).nullable().default(null),
      }),
      reply: z.object({ decided: z.int() }),
      errors: [409],
      v1: true,
    }),
    retryFailed: post('/campaigns/:id/retry', 'Send again to recipients with a temporary failure; a campaign that had ended goes on', {
      idempotent: true,
      body: z.strictObject({
        /** The newest occurrence unless named. */
        sendId: Id.optional(),
        reasons: z
          .array(z.enum(retryReasons))
          .min(1)
          .max(retryReasons.length)
          .default([...retryReasons]),
      }),
      reply: z.object({ again: z.int() }),
      errors: [409],
      v1: true,
    }),
    drafts: list(
      '/campaigns/:id/drafts',
      'List what an agent wrote for each recipient of one occurrence: the newest that waits for a review, else the newest, unless named',
      { row: CampaignDraft, filter: { sendId: Id.optional(), status: z.enum(draftStatuses).optional() } },
    ),
    editDraft: put('/campaigns/:id/drafts/:contactId', 'Change what an agent wrote for a recipient', {
      access: 'campaigns:write',
      params: contactParams,
      body: z.strictObject({ subject: line(300), body: text(50_000).min(1, 'Write the message'), sendId: Id.optional() }),
      reply: CampaignDraft,
      errors: [409],
    }),
    decideDrafts: post('/campaigns/:id/drafts/decide', 'Approve or reject what an agent wrote; with the last decision sending begins', {
      body: z.strictObject({
        decision: z.enum(['approve', 'reject']),
        sendId: Id.optional(),
        /** Null: all that wait for a decision. */
        contactIds: z.array(Id).min(1).max(500).nullable().default(null),
      }),
      reply: z.object({ decided: z.int(), left: z.int() }),
      errors: [409],
    }),
    compose: post('/campaigns/compose', 'Have an agent write the message of a campaign; answers with its run', {
      access: 'agents:execute',
      idempotent: true,
      body: z.strictObject({ agentId: Id, brief: text(4000).min(1, 'Describe the campaign'), channel: Channel }),
      reply: Composition,
      status: 202,
      errors: [404, 409],
      rate: { max: 30, perSeconds: 60 },
    }),
    readComposition: get('/campaigns/compose/:id', 'Read what an agent wrote for a campaign, by the run', {
      reply: Composition,
    }),
  },
)
