import { z } from 'zod'
import { chatLimits } from '../chat.ts'
import { OpeningHours } from '../kit/opening-hours.ts'
import { Id, Micros, Timestamp } from '../kit/fields.ts'
import { create, del, get, operations, post, put, remove } from '../kit/operations.ts'
import { AgentMode, ReplyDraft } from '../messages.ts'

export const agentChannels = ['email', 'sms', 'whatsapp'] as const
export const AgentChannel = z.enum(agentChannels)
export type AgentChannel = z.infer<typeof AgentChannel>

export const channelAgentLimits = {
  perDay: { min: 1, max: 100 },
  inRow: { min: 1, max: 20 },
  /** Of one organization. */
  rows: 100,
} as const

/** When the agent works by its hours: within them, or outside of them. */
export const hoursModes = ['within', 'outside'] as const

const settings = {
  /** Null: every account of the channel that no other row names. */
  accountId: Id.nullable().default(null),
  /** Email: the address that the contact wrote to. */
  senderId: Id.nullable().default(null),
  agentId: Id,
  enabled: z.boolean().default(true),
  mode: AgentMode.default('draft'),
  /** In the time zone of the organization; null: always. */
  hours: z.array(OpeningHours).max(chatLimits.hours).nullable().default(null),
  hoursMode: z.enum(hoursModes).default('within'),
  /** Model cost of the agent's answers to contacts on one day; null: only the monthly budgets hold. */
  dailyBudgetMicros: z.int().min(0).max(1_000_000_000_000).nullable().default(5_000_000),
  /** Answers to one contact on one day. */
  perDay: z.int().min(channelAgentLimits.perDay.min).max(channelAgentLimits.perDay.max).default(20),
  /** Answers in a row to one contact without a person; then a person continues. */
  inRow: z.int().min(channelAgentLimits.inRow.min).max(channelAgentLimits.inRow.max).default(6),
}

const needsEmail = {
  path: ['senderId'],
  message: 'Only email has senders',
}

export const NewChannelAgentBody = z
  .strictObject({ channel: AgentChannel, ...settings })
  .refine(({ channel, senderId }) => channel === 'email' || senderId === null, needsEmail)
export type NewChannelAgentBody = z.infer<typeof NewChannelAgentBody>

export const ChannelAgent = z
  .object({
    id: Id,
    channel: AgentChannel,
    accountId: Id.nullable(),
    accountName: z.string().nullable(),
    senderId: Id.nullable(),
    senderEmail: z.string().nullable(),
    agentId: Id,
    agentName: z.string(),
    enabled: z.boolean(),
    mode: AgentMode,
    hours: z.array(OpeningHours).max(chatLimits.hours).nullable(),
    hoursMode: z.enum(hoursModes),
    dailyBudgetMicros: z.int().nullable(),
    perDay: z.int(),
    inRow: z.int(),
    /** What the agent's answers to contacts cost today. */
    spentTodayMicros: Micros,
    updatedAt: Timestamp,
  })
  .meta({ id: 'ChannelAgent' })
export type ChannelAgent = z.infer<typeof ChannelAgent>

const messageBody = z
  .string()
  .max(20_000, 'Must be at most 20000 characters')
  .regex(/^[^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]*$/, 'Contains characters that are not allowed')
  .refine((value) => value.trim() !== '', 'Message is required')

const draftParams = z.strictObject({ id: Id, draftId: Id })
const Drafting = z.object({ isDrafting: z.boolean(), draft: ReplyDraft.nullable() })

/** Agents that answer contacts by email, SMS and WhatsApp, and the drafts that they write for members. */
export const channelAgents = operations(
  'channel-agents',
  { read: 'channels:read', write: 'channels:manage' },
  {
    list: get('/channel-agents', 'List the agents that answer contacts, by channel', {
      reply: z.array(ChannelAgent).max(channelAgentLimits.rows),
      v1: true,
    }),
    create: create('/channel-agents', 'Let an agent answer what contacts write on a channel', {
      body: NewChannelAgentBody,
      reply: ChannelAgent,
      errors: [403, 404, 409],
    }),
    save: put('/channel-agents/:id', 'Change how an agent answers contacts, or stop it at once', {
      body: z.strictObject({ ...settings, updatedAt: Timestamp.optional() }),
      reply: ChannelAgent,
      errors: [403, 404, 409],
    }),
    remove: remove('/channel-agents/:id', 'Take an agent off a channel; people answer from then on'),
    askDraft: post('/messages/:id/draft', 'Have an agent write a draft of the reply to a contact; nothing is sent', {
      access: 'messages:write',
      body: z.strictObject({ agentId: Id }),
      reply: Drafting,
      status: 202,
      errors: [403, 409],
      rate: { max: 120, perSeconds: 3_600 },
    }),
    sendDraft: post('/messages/:id/draft/:draftId/send', 'Send a draft as your own reply, changed or as it is', {
      access: 'messages:write',
      params: draftParams,
      body: z.strictObject({ message: messageBody }),
      reply: Drafting,
      errors: [403, 409],
      rate: { max: 600, perSeconds: 3_600 },
    }),
    discardDraft: del('/messages/:id/draft/:draftId', 'Discard a draft', {
      access: 'messages:write',
      params: draftParams,
    }),
  },
)
