import { z } from 'zod'
import { MessageKey } from './kit/message-fields.ts'
import { Id, Timestamp, line, required, text } from './kit/fields.ts'
import { create, del, get, list, operations, patch, post, put } from './kit/operations.ts'
import { channels } from './contacts/reach.ts'

export const priorities = ['urgent', 'high', 'normal', 'low'] as const
export const Priority = z.enum(priorities)
export type Priority = z.infer<typeof Priority>

/** The channels of contacts, and the chat of a website with its visitors. */
export const messageChannels = [...channels, 'chat'] as const
export const MessageChannel = z.enum(messageChannels)
export type MessageChannel = z.infer<typeof MessageChannel>

/** Who answers a visitor: the agent; no one yet, because a person was asked for; a person. */
export const chatStates = ['agent', 'waiting', 'person'] as const
export const ChatState = z.enum(chatStates)
export type ChatState = z.infer<typeof ChatState>

/** `auto`: the agent answers by itself; `draft`: what it writes waits for a member. */
export const agentModes = ['auto', 'draft'] as const
export const AgentMode = z.enum(agentModes)
export type AgentMode = z.infer<typeof AgentMode>

/** A reply that an AI agent proposes; nothing is sent until a member does. */
export const ReplyDraft = z
  .object({
    id: Id,
    agentName: z.string(),
    text: z.string(),
    /** Titles of the passages that it cites as `[number]`. */
    sources: z.array(z.object({ number: z.int(), title: z.string() })).max(50),
    createdAt: Timestamp,
  })
  .meta({ id: 'ReplyDraft' })
export type ReplyDraft = z.infer<typeof ReplyDraft>

export const conversationStatuses = ['open', 'closed'] as const

/** `all`: every box, archived or not. */
export const boxes = ['inbox', 'sent', 'archived', 'all'] as const
export type Box = (typeof boxes)[number]

export const attachmentLimits = {
  bytes: 10 * 1024 * 1024,
  count: 10,
  /** Of what others send: they know no limit of ours. */ receivedCount: 20,
  /** Of one mail, all files together. */ mailBytes: 20 * 1024 * 1024,
} as const
/** Allowed attachments: documents, pictures, data. No executable files. */
export const attachmentTypes = [
  ...(['application/pdf', 'image/png', 'image/jpeg', 'image/gif', 'image/webp', 'text/plain', 'text/csv'] as const),
  ...(['application/zip', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'] as const),
  ...(['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'] as const),
  ...(['application/vnd.openxmlformats-officedocument.presentationml.presentation'] as const),
] as const

export const Attachment = z.object({ id: Id, name: z.string(), size: z.int(), type: z.string() }).meta({ id: 'Attachment' })
export type Attachment = z.infer<typeof Attachment>

export const messageDirections = ['internal', 'inbound', 'outbound'] as const
export const messageStatuses = ['received', 'queued', 'sending', 'sent', 'delivered', 'bounced', 'failed', 'held'] as const

/** One message of a conversation. */
export const Reply = z
  .object({
    id: Id,
    direction: z.enum(messageDirections),
    sender: z.string(),
    senderEmail: z.string(),
    /** False: the email claims to be from this address without proof. */
    senderVerified: z.boolean(),
    /** The whole text, quotation included. */
    content: z.string(),
    /** Where the quotation begins with which an email ends, in UTF-16 units; null: none. */
    quotedFrom: z.int().nullable(),
    /** Of an email of a contact; empty for other messages. */
    subject: z.string(),
    timestamp: Timestamp,
    /** Outbound: the outcome; `bounced`: accepted but not delivered; `held`: unknown outcome after a crash. */
    status: z.enum(messageStatuses),
    detail: z.string(),
    detailKey: MessageKey.optional(),
    attachments: z.array(Attachment).max(attachmentLimits.receivedCount + 1),
    /** Written by the caller. */
    isMine: z.boolean(),
    /** Written by an AI agent. */
    isByAgent: z.boolean(),
  })
  .meta({ id: 'MessageReply' })
export type Reply = z.infer<typeof Reply>

/** A conversation in a list. */
export const Message = z
  .object({
    id: Id,
    /** `support`: a ticket to the operator, shown in the operator's organization. */
    kind: z.enum(['internal', 'contact', 'support']),
    subject: z.string(),
    /** The contact's name or address, or what an unverified email claims; empty between members. */
    contactName: z.string(),
    /** Of the newest message. */
    direction: z.enum(messageDirections),
    /** The newest message was written by the caller. */
    isMine: z.boolean(),
    /** Of the newest message. */
    sender: z.string(),
    senderEmail: z.string(),
    recipient: z.string(),
    recipientEmail: z.string(),
    preview: z.string(),
    timestamp: Timestamp,
    isRead: z.boolean(),
    isFlagged: z.boolean(),
    isArchived: z.boolean(),
    priority: Priority,
    channel: MessageChannel.nullable(),
    contactId: Id.nullable(),
    campaignId: Id.nullable(),
    campaignName: z.string().nullable(),
    status: z.enum(conversationStatuses),
    assigneeId: Id.nullable(),
    assigneeName: z.string().nullable(),
    hasAttachments: z.boolean(),
    messageCount: z.int(),
  })
  .meta({ id: 'Message' })
export type Message = z.infer<typeof Message>

export const Conversation = Message.extend({
  /** The first starts the conversation, the others are replies. */
  messages: z.array(Reply).max(500),
  participants: z.array(z.object({ id: Id, name: z.string(), email: z.string() })).max(100),
  /** WhatsApp: the end of the time for free-form replies; null for other channels. */
  windowUntil: Timestamp.nullable(),
  /** The channel account for replies; null: the channel's default. */
  accountId: Id.nullable(),
  /** Who answers a visitor or a contact; null where no agent does. */
  chatState: ChatState.nullable(),
  /** How the agent answers; null where none does. */
  agentMode: AgentMode.nullable(),
  /** What an agent proposes to reply. */
  draft: ReplyDraft.nullable(),
  /** An agent is writing a draft. */
  isDrafting: z.boolean(),
  /** Why no reply can be sent now; null when one can. */
  blocked: z.enum(['suppressed', 'window_closed', 'no_address', 'erased', 'no_contact']).nullable(),
}).meta({ id: 'Conversation' })
export type Conversation = z.infer<typeof Conversation>

export const MessageStats = z.object({ total: z.int(), unread: z.int(), flagged: z.int(), sentToday: z.int() }).meta({ id: 'MessageStats' })

const body = z
  .string({ error: 'Message is required' })
  .max(20_000, 'Must be at most 20000 characters')
  .regex(/^[^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]*$/, 'Contains characters that are not allowed')
  .refine((value) => value.trim() !== '', 'Message is required')
const attachmentIds = z.array(Id).max(attachmentLimits.count, 'At most 10 files').default([])

/** WhatsApp: an approved template with its variables. Its text is sent instead of the message's. */
const template = z
  .strictObject({ id: Id, variables: z.array(required(1000, 'Every template variable needs a value')).max(50) })
  .nullable()
  .default(null)

/** A WhatsApp template that may be sent now. */
export const MessageTemplate = z
  .object({
    id: Id,
    accountId: Id,
    accountName: z.string(),
    name: z.string(),
    language: z.string(),
    body: z.string(),
    /** How many places it has: `{{1}}`, `{{2}}` and so on. */
    variables: z.int(),
  })
  .meta({ id: 'MessageTemplate' })
export type MessageTemplate = z.infer<typeof MessageTemplate>

/** Decisions on a message that was not sent or has an unknown outcome: `sent` and `drop` are only for the latter. */
export const deliveryDecisions = ['send', 'sent', 'drop'] as const

export const NewMessageBody = z.strictObject({
  /** Members of the organization, or one contact. */
  to: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('members'), userIds: z.array(Id).min(1, 'Recipient is required').max(50) }),
    z.strictObject({
      kind: z.literal('contact'),
      contactId: Id,
      channel: z.enum(['email', 'sms', 'whatsapp'] satisfies (typeof channels)[number][]),
    }),
  ]),
  subject: required(300, 'Subject is required'),
  message: body,
  priority: Priority.default('normal'),
  attachmentIds,
  template,
})

const yesNo = z.enum(['true', 'false']).transform((value) => value === 'true')

/** A member writes no faster; messages to many need a campaign, with consent, caps and a footer. */
const ownPace = { newPerHour: 200, repliesPerHour: 600 } as const

export const messages = operations(
  'messages',
  { read: 'messages:read', write: 'messages:write' },
  {
    list: list('/messages', 'List conversations, those with the newest message first', {
      row: Message,
      filter: {
        box: z.enum(boxes).default('inbox'),
        q: text(200).optional(),
        priority: Priority.optional(),
        unread: yesNo.optional(),
        flagged: yesNo.optional(),
        /** `closed`: done. Conversations between members are always open. */
        status: z.enum(conversationStatuses).optional(),
        channel: MessageChannel.optional(),
        assigned: z.enum(['me', 'nobody']).optional(),
        campaignId: Id.optional(),
        contactId: Id.optional(),
      },
      v1: true,
    }),
    stats: get('/messages/stats', 'Count messages of the signed-in user', {
      reply: MessageStats,
      v1: true,
    }),
    recipients: get('/messages/recipients', 'Find members and contacts to write to', {
      access: 'messages:write',
      query: z.strictObject({ q: text(200).default('') }),
      reply: z.object({
        members: z
          .array(
            z.object({
              id: Id,
              name: z.string(),
              email: z.string(),
              /** False if the member may not be assigned conversations. */ canAnswer: z.boolean(),
            }),
          )
          .max(20),
        contacts: z.array(z.object({ id: Id, name: z.string(), email: z.string().nullable(), phone: z.string().nullable() })).max(20),
      }),
    }),
    create: create('/messages', 'Write to members or to a contact', {
      body: NewMessageBody,
      reply: Conversation,
      rate: { max: ownPace.newPerHour, perSeconds: 3600 },
      errors: [404, 409],
      idempotent: true,
      v1: true,
    }),
    read: get('/messages/:id', 'Read a conversation', {
      reply: Conversation,
      v1: true,
    }),
    reply: create('/messages/:id/replies', 'Reply on the channel of the conversation', {
      body: z.strictObject({ message: body, attachmentIds, template }),
      reply: Conversation,
      rate: { max: ownPace.repliesPerHour, perSeconds: 3600 },
      idempotent: true,
      v1: true,
    }),
    templates: get('/messages/templates', 'List the WhatsApp templates that may be sent now', {
      access: 'messages:write',
      reply: z.array(MessageTemplate).max(1000),
    }),
    decide: post('/messages/:id/deliveries/:messageId', 'Retry a message that was not sent, or resolve one with an unknown outcome', {
      idempotent: true,
      params: z.strictObject({ id: Id, messageId: Id }),
      body: z.strictObject({ decision: z.enum(deliveryDecisions) }),
      reply: Conversation,
      rate: { max: ownPace.repliesPerHour, perSeconds: 3600 },
      errors: [409],
      v1: true,
    }),
    /** Not for API keys, like `remove`: read marks, flags, archive and deletion belong to one user, and a key is none. */
    mark: patch('/messages/:id', 'Mark a conversation as read, flagged or archived, for the signed-in user alone', {
      access: 'messages:read',
      body: z.strictObject({ isRead: z.boolean().optional(), isFlagged: z.boolean().optional(), isArchived: z.boolean().optional() }),
      reply: Message,
      audited: false,
    }),
    assign: put('/messages/:id/assignment', 'Assign or close a conversation with a contact', {
      body: z.strictObject({ assigneeId: Id.nullable(), status: z.enum(conversationStatuses) }),
      reply: Message,
      errors: [409],
    }),
    prioritize: put('/messages/:id/priority', 'Set the priority of a conversation for all members', {
      body: z.strictObject({ priority: Priority }),
      reply: Message,
    }),
    remove: del('/messages/:id', 'Delete a conversation from the own boxes; it comes back with the next answer', {
      access: 'messages:read',
    }),
    attach: post('/messages/attachments', 'Upload a file for a message that is being written; it is kept for a day until it is sent', {
      query: z.strictObject({ name: line(200).min(1, 'Name is required') }),
      upload: [...attachmentTypes, 'application/octet-stream'],
      bodyLimit: attachmentLimits.bytes,
      reply: Attachment,
      status: 201,
      errors: [409, 413, 415],
      transaction: false,
      v1: true,
    }),
    attachment: get('/messages/attachments/:id', 'Download an attachment', {
      file: 'application/octet-stream',
      transaction: false,
      v1: true,
    }),
  },
)
