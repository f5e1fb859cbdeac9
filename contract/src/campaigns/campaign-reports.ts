import { z } from 'zod'
import { MessageKey, messageKey } from '../kit/message-fields.ts'
import { CampaignStatus, RecipientStatus, SendStats } from './campaigns.ts'
import { Id, Micros, Timestamp } from '../kit/fields.ts'
import { SkipReason } from '../contacts/reach.ts'

export const sendStatuses = ['building', 'drafting', 'review', 'sending', 'testing', 'paused', 'completed', 'cancelled'] as const

/** One occurrence. */
export const CampaignSend = z
  .object({
    id: Id,
    step: z.int(),
    version: z.int(),
    status: z.enum(sendStatuses),
    stats: SendStats,
    /** The A/B test of the version it sends: names by variant number, 0 is A; null when all recipients get one message. */
    ab: z.object({ names: z.array(z.string()).max(5), testPercent: z.int() }).nullable(),
    /** Of an A/B test: 0 is A; null while there is none. */
    winner: z.int().nullable(),
    winnerDueAt: Timestamp.nullable(),
    /** The rule that chose the winner and each variant's result in the test; null before that, and after a manual choice. */
    winnerScores: z
      .object({
        by: z.enum(['opened', 'clicked', 'responded']),
        variants: z.array(z.object({ variant: z.int(), sent: z.int(), hits: z.int() })).max(5),
      })
      .nullable(),
    startedAt: Timestamp,
    finishedAt: Timestamp.nullable(),
    /** When recipients of the send were first erased; the figures remain. Null: all recipients are still listed. */
    recipientsErasedAt: Timestamp.nullable(),
  })
  .meta({ id: 'CampaignSend' })
export type CampaignSend = z.infer<typeof CampaignSend>

/** Messages of an open send that wait for a while. */
export const SendWait = z.object({
  /** `quiet_hours`, `window`, `put_off`, `domain_rate` and the like; null: the account rests, or its rate is reached. */
  reason: z.string().nullable(),
  count: z.int(),
  /** There are more than were counted. */
  more: z.boolean(),
  /** When the first of them is due. */
  nextAt: Timestamp,
})
export type SendWait = z.infer<typeof SendWait>

/** A send and what its messages wait for; empty when it is closed or paused. */
export const ListedSend = CampaignSend.extend({ waiting: z.array(SendWait).max(20) }).meta({ id: 'ListedSend' })
export type ListedSend = z.infer<typeof ListedSend>

export const CampaignRecipient = z
  .object({
    contactId: Id,
    /** Null once the contact was erased. */
    name: z.string().nullable(),
    /** The actual or planned destination. */
    address: z.string(),
    status: RecipientStatus,
    /** Reason for skipped, failed, held or later, as a stable code; `winner`: the rest of an A/B test, which waits for its result. */
    reason: z.string().nullable(),
    detail: z.string().nullable(),
    /** 0 is A; null: of the rest of an A/B test, before a variant has won. */
    variant: z.int().nullable(),
    /** Second copies that a crash may have caused. */
    copies: z.int(),
    nextAt: Timestamp.nullable(),
    sentAt: Timestamp.nullable(),
    deliveredAt: Timestamp.nullable(),
    openedAt: Timestamp.nullable(),
    clickedAt: Timestamp.nullable(),
    respondedAt: Timestamp.nullable(),
    bouncedAt: Timestamp.nullable(),
    complainedAt: Timestamp.nullable(),
    unsubscribedAt: Timestamp.nullable(),
  })
  .meta({ id: 'CampaignRecipient' })
export type CampaignRecipient = z.infer<typeof CampaignRecipient>

/** Failure reasons after which a message can be retried once the cause is gone; `agent_failed` was skipped and is written first. */
export const retryReasons = ['rejected', 'put_off_too_long', 'undelivered', 'agent_failed'] as const
export type RetryReason = (typeof retryReasons)[number]

/** One check before a contact gets a message, with its current result. */
export const ReachCheck = z.object({
  check: z.enum(['contact', 'audience', 'reach', 'message']),
  ok: z.boolean(),
  /** A `SkipReason`, `quiet_hours` or `window`; null when the check passes. */
  reason: z.string().nullable(),
  detail: z.string(),
  detailKey: MessageKey.optional(),
  /** When the message may be sent, if it is only too early. */
  until: Timestamp.nullable(),
})

/** Why a contact did or did not get a campaign. */
export const RecipientStory = z
  .object({
    contactId: Id,
    name: z.string().nullable(),
    /** In a sentence. */
    answer: z.string(),
    /**
     * Each send with the contact's result and its events in order; null when the contact was not in its audience, or when its
     * recipients were erased.
     */
    sends: z
      .array(
        z.object({
          sendId: Id,
          step: z.int(),
          startedAt: Timestamp,
          recipientsErasedAt: Timestamp.nullable(),
          recipient: CampaignRecipient.nullable(),
          events: z
            .array(z.object({ at: Timestamp, type: z.string(), machine: z.boolean(), detail: z.string(), url: z.string().nullable() }))
            .max(200),
        }),
      )
      .max(20),
    /** What would happen now. */
    checks: z.array(ReachCheck).max(10),
  })
  .meta({ id: 'RecipientStory' })

export const RenderIssue = z.object({
  /** Part of the message. */
  part: z.string(),
  kind: z.enum(['syntax', 'unknown_variable', 'missing_field', 'rendering_error']),
  message: z.string(),
  ...messageKey,
  /** The field without value, or the variable that does not exist. */
  field: z.string().nullable(),
  line: z.int().nullable(),
  column: z.int().nullable(),
})
export type RenderIssue = z.infer<typeof RenderIssue>

export const MessagePreview = z
  .object({
    /** The contact to render for; null: there is no contact yet, and an example is used. */
    contactId: Id.nullable(),
    contactName: z.string(),
    subject: z.string(),
    /** With footer and unsubscribe link, as it would be sent; for an iframe without scripts. */
    html: z.string().nullable(),
    text: z.string(),
    whatsappVariables: z.array(z.string()).max(20),
    /** Of a text message. */
    sms: z.object({ encoding: z.enum(['gsm-7', 'ucs-2']), parts: z.int(), units: z.int(), unitsLeft: z.int() }).nullable(),
    issues: z.array(RenderIssue).max(50),
  })
  .meta({ id: 'MessagePreview' })

export const SentMessage = z
  .object({
    contactId: Id,
    name: z.string(),
    address: z.string(),
    status: RecipientStatus,
    sentAt: Timestamp,
    subject: z.string(),
    /** The text, rendered from the version that was sent with the contact's current data. */
    text: z.string(),
  })
  .meta({ id: 'SentMessage' })

export const draftStatuses = ['waiting', 'writing', 'written', 'approved', 'rejected', 'failed'] as const
export const CampaignDraft = z
  .object({
    contactId: Id,
    name: z.string().nullable(),
    status: z.enum(draftStatuses),
    subject: z.string(),
    body: z.string(),
    runId: Id.nullable(),
    costMicros: Micros,
    /** Why it failed. */
    detail: z.string(),
    detailKey: MessageKey.optional(),
    updatedAt: Timestamp,
  })
  .meta({ id: 'CampaignDraft' })
export type CampaignDraft = z.infer<typeof CampaignDraft>

const counted = {
  sent: z.int(),
  delivered: z.int(),
  opened: z.int(),
  clicked: z.int(),
  responded: z.int(),
  bounced: z.int(),
  complained: z.int(),
  unsubscribed: z.int(),
}

export const CampaignAnalytics = z
  .object({
    stats: SendStats,
    timeZone: z.string(),
    bucket: z.enum(['hour', 'day']),
    /** Oldest first; empty hours and days are omitted. `at` is the start of the interval. */
    series: z.array(z.object({ at: Timestamp, ...counted })).max(1000),
    /** Of several sends those of one name together, `variant` being the number of the newest that has it. */
    variants: z
      .array(z.object({ variant: z.int(), name: z.string(), total: z.int(), ...counted, responseRate: z.number().nullable() }))
      .max(500),
    links: z.array(z.object({ url: z.string(), clicks: z.int(), people: z.int() })).max(1000),
    /** Why recipients were skipped, failed or bounced. */
    reasons: z.array(z.object({ status: RecipientStatus, reason: z.string(), count: z.int() })).max(200),
  })
  .meta({ id: 'CampaignAnalytics' })
export type CampaignAnalytics = z.infer<typeof CampaignAnalytics>

const example = z.object({ contactId: Id, name: z.string(), address: z.string() })

export const DryRunResult = z.object({
  /** When the examined send would start. */
  startsAt: Timestamp,
  /** All in the audience. */
  audience: z.int(),
  /** Recipients examined: all, or as many as fit in two minutes. The counts below then refer to these, not to the audience. */
  examined: z.int(),
  /** Recipients that get it as soon as it starts. */
  now: z.int(),
  /** Recipients that wait for the winner of an A/B test; `variants` then counts only those of the test. */
  rest: z.int(),
  later: z.array(z.object({ reason: z.enum(['quiet_hours', 'window']), count: z.int(), earliest: Timestamp, latest: Timestamp })).max(2),
  skipped: z.array(z.object({ reason: SkipReason, count: z.int(), examples: z.array(example).max(5) })).max(20),
  errors: z
    .array(
      z.object({
        part: z.string(),
        message: z.string(),
        ...messageKey,
        field: z.string().nullable(),
        count: z.int(),
        examples: z.array(example).max(5),
      }),
    )
    .max(50),
  variants: z.array(z.object({ variant: z.int(), name: z.string(), count: z.int() })).max(5),
  /** Sample recipients with their message and time. */
  samples: z.array(example.extend({ at: Timestamp, variant: z.int(), subject: z.string(), text: z.string() })).max(10),
  cost: z.object({
    messages: z.int(),
    /** Parts of all text messages; null on other channels. */
    smsParts: z.int().nullable(),
    /** Channel cost of these messages, by the price of the account; null when it has none. */
    channelMicros: Micros.nullable(),
    /** Estimated agent cost, from its runs so far and capped by the budget; null without an agent or without runs. */
    agentMicros: Micros.nullable(),
    /** The most the agent may cost; null without an agent. */
    agentBudgetMicros: Micros.nullable(),
  }),
  /** How long it takes at the set rate (throttle of the campaign, rate of the account), closed hours of the send window included. */
  pace: z.object({
    /** Messages per minute; null: only the provider limits the rate. */
    perMinute: z.number().nullable(),
    /** When the last recipient of the whole audience is sent to at that rate; null without a rate. */
    lastAt: Timestamp.nullable(),
  }),
  /** All problems that prevent a launch. */
  problems: z.array(z.object({ path: z.string(), message: z.string(), ...messageKey })).max(100),
})
export type DryRunResult = z.infer<typeof DryRunResult>

export const DryRun = z
  .object({
    id: Id,
    status: z.enum(['running', 'completed', 'failed']),
    /** The examined version. */
    version: z.int(),
    examined: z.int(),
    total: z.int(),
    result: DryRunResult.nullable(),
    /** Why it failed. */
    message: z.string(),
    messageKey: MessageKey.optional(),
    createdBy: z.string(),
    createdAt: Timestamp,
    finishedAt: Timestamp.nullable(),
  })
  .meta({ id: 'DryRun' })
export type DryRun = z.infer<typeof DryRun>

export const TestSendResult = z
  .object({ results: z.array(z.object({ to: z.string(), ok: z.boolean(), detail: z.string() })).max(5) })
  .meta({ id: 'TestSendResult' })

/** The numbers as they change; each event is the whole. */
export const CampaignEvent = z
  .object({
    type: z.literal('progress'),
    status: CampaignStatus,
    stats: SendStats,
    needsReview: z.boolean(),
    pauseReason: z.string(),
    pauseReasonKey: MessageKey.optional(),
    at: Timestamp,
  })
  .meta({ id: 'CampaignEvent' })
export type CampaignEvent = z.infer<typeof CampaignEvent>

/** An agent's text for a whole campaign; `content` is set once its run has completed. */
export const Composition = z
  .object({
    runId: Id,
    status: z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']),
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    message: z.string(),
    ...messageKey,
    costMicros: Micros,
  })
  .meta({ id: 'Composition' })
