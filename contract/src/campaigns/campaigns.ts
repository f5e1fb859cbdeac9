import { z } from 'zod'
import { MessageKey } from '../kit/message-fields.ts'
import { DltId } from '../channels/dlt-id.ts'
import { EmailDesign } from '../email-designs/email-design.ts'
import { Id, Micros, Timestamp, line, required, text } from '../kit/fields.ts'
import { Audience, Channel } from '../contacts/reach.ts'

export const campaignStatuses = ['draft', 'scheduled', 'running', 'paused', 'completed'] as const
export const CampaignStatus = z.enum(campaignStatuses)
export type CampaignStatus = z.infer<typeof CampaignStatus>

export const recipientStatuses = [
  ...(['queued', 'sending', 'sent', 'delivered', 'opened', 'clicked', 'responded', 'bounced', 'complained'] as const),
  ...(['unsubscribed', 'failed', 'skipped', 'held'] as const),
] as const
export const RecipientStatus = z.enum(recipientStatuses)
export type RecipientStatus = z.infer<typeof RecipientStatus>

export const frequencies = ['daily', 'weekly', 'monthly'] as const
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time like 09:30')
const timeZone = z.string().min(1).max(60)
/** Wall-clock time in the schedule's zone, without offset; docs/campaigns.md explains daylight saving. */
const localDateTime = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'A date and time like 2026-12-24T09:30')

export const Schedule = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('now') }),
    z.strictObject({ type: z.literal('scheduled'), startAt: localDateTime, timeZone }),
    z.strictObject({
      type: z.literal('recurring'),
      startAt: localDateTime,
      timeZone,
      frequency: z.enum(frequencies),
      endAt: localDateTime.nullable().default(null),
      /** What happens to an occurrence that was missed while no process ran. */
      missed: z.enum(['skip', 'run_once']).default('run_once'),
    }),
  ])
  .meta({ id: 'CampaignSchedule' })
export type Schedule = z.output<typeof Schedule>

const ofContact = ['name', 'first_name', 'last_name', 'email', 'phone', 'locale', 'time_zone', 'source', 'tags', 'custom']
/** Every name that the templates of a campaign, and the footer of its mail, may use. */
const templateVariables: readonly string[] = [...ofContact, 'organization', 'unsubscribe_url', 'preferences_url', 'campaign']

/** Of names in a template those that no contact has: typing errors. */
export const unknownVariables = (names: readonly string[]): string[] => names.filter((name) => !templateVariables.includes(name))

/** One message. Email: subject, html, text, preheader; SMS: text; webhook: text is the JSON template; WhatsApp: template and its variables, or text inside the 24-hour window. */
export const MessageContent = z
  .strictObject({
    subject: line(300).default(''),
    preheader: line(200).default(''),
    /** Email: what the HTML is made from whenever the content is saved; null where the HTML is written by hand. */
    design: EmailDesign.nullable().default(null),
    html: z.string().max(500_000).default(''),
    text: z.string().max(100_000).default(''),
    whatsappTemplateId: Id.nullable().default(null),
    /** Liquid for each variable of the template, in order. */
    whatsappVariables: z.array(z.string().max(1000)).max(20).default([]),
    /** SMS by an account that is registered in India: under which id this message is registered there. */
    dltTemplateId: DltId.default(''),
  })
  .meta({ id: 'MessageContent' })
export type MessageContent = z.output<typeof MessageContent>

export const Variant = z.strictObject({ name: line(60), content: MessageContent, share: z.int().min(1).max(100) })

export const CampaignDefinition = z
  .strictObject({
    content: MessageContent.prefault({}),
    /** The spec's "target audience"; null until chosen. */
    audience: Audience.nullable().default(null),
    /** The purpose that recipients must have agreed to. */
    purpose: z.string().max(40).default('marketing'),
    schedule: Schedule.prefault({ type: 'now' }),
    /** Email only: the sender; null for the default sender. */
    senderId: Id.nullable().default(null),
    /** The sending account; null for the channel's default. */
    accountId: Id.nullable().default(null),
    ab: z
      .strictObject({
        /** B, C, ...; A is `content` and gets the remaining share. */
        variants: z.array(Variant).min(1).max(4),
        /** Percent of the audience that gets a variant at all before the winner is known; 100: no winner is chosen. */
        testPercent: z.int().min(5).max(100).default(100),
        winnerBy: z.enum(['opened', 'clicked', 'responded', 'manual']).default('opened'),
        waitHours: z.int().min(1).max(168).default(4),
      })
      .nullable()
      .default(null),
    /** An agent that writes each recipient's message. */
    agent: z
      .strictObject({
        agentId: Id,
        instructions: text(4000).default(''),
        /** For all messages of one send together, in micro-dollars. */
        budgetMicros: Micros.max(1_000_000_000_000),
        review: z.boolean().default(true),
      })
      .nullable()
      .default(null),
    /** Messages a minute; null: as fast as the account allows. */
    throttlePerMinute: z.int().min(1).max(1_000_000).nullable().default(null),
    /** Only between these times, on these days, in the recipient's time zone. */
    window: z
      .strictObject({ from: clockTime, until: clockTime, days: z.array(z.enum(weekdays)).min(1).max(7) })
      .nullable()
      .default(null),
    tracking: z.strictObject({ opens: z.boolean().default(true), clicks: z.boolean().default(true) }).prefault({}),
    /** Automatic pause. */
    guard: z
      .strictObject({
        complaintPercent: z.number().min(0.01).max(100).default(0.1),
        bouncePercent: z.number().min(0.5).max(100).default(5),
      })
      .prefault({}),
  })
  .meta({ id: 'CampaignDefinition' })
export type CampaignDefinition = z.output<typeof CampaignDefinition>

export const SendStats = z
  .object({
    total: z.int(),
    queued: z.int(),
    sent: z.int(),
    delivered: z.int(),
    opened: z.int(),
    clicked: z.int(),
    responded: z.int(),
    bounced: z.int(),
    complained: z.int(),
    unsubscribed: z.int(),
    failed: z.int(),
    skipped: z.int(),
    held: z.int(),
    /** Second copies that a crash may have caused. */
    repeats: z.int(),
    /** Percent, responded of sent, one decimal; null before the first is sent. */
    responseRate: z.number().nullable(),
    deliveryRate: z.number().nullable(),
    costMicros: Micros,
  })
  .meta({ id: 'SendStats' })
export type SendStats = z.infer<typeof SendStats>

export const Campaign = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    channel: Channel,
    status: CampaignStatus,
    agentId: Id.nullable(),
    agentName: z.string().nullable(),
    /** The agent that writes each recipient's message, which may differ; null when there is none. */
    writerName: z.string().nullable(),
    /** Audience as text, for cards. */
    audienceSummary: z.string(),
    audienceSummaryKey: MessageKey.optional(),
    definition: CampaignDefinition,
    version: z.int(),
    stats: SendStats,
    nextAt: Timestamp.nullable(),
    pauseReason: z.string(),
    pauseReasonKey: MessageKey.optional(),
    approval: z.enum(['none', 'requested', 'approved', 'rejected']),
    approvalBy: z.string(),
    /** A send waits for a review of the agent's texts. */
    needsReview: z.boolean(),
    createdBy: z.string(),
    launchedAt: Timestamp.nullable(),
    completedAt: Timestamp.nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Campaign' })
export type Campaign = z.infer<typeof Campaign>

/** A campaign in a list: of its definition only the schedule, since messages are large. */
export const ListedCampaign = Campaign.extend({ definition: z.object({ schedule: Schedule }) }).meta({ id: 'ListedCampaign' })
export type ListedCampaign = z.infer<typeof ListedCampaign>

export const campaignNameMaxLength = 120
export const campaignName = required(campaignNameMaxLength, 'Name is required')
