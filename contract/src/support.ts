import { z } from 'zod'
import { Id, Timestamp, line, required, text } from './kit/fields.ts'
import { create, get, list, operations, post } from './kit/operations.ts'
import { Attachment, attachmentLimits, attachmentTypes } from './messages.ts'

export const ticketCategories = ['question', 'problem', 'billing', 'account', 'idea'] as const
export type TicketCategory = (typeof ticketCategories)[number]

/** `open`: waits for the operator; `answered`: waits for the member. */
export const ticketStatuses = ['open', 'answered', 'closed'] as const

export const supportLimits = { requestIds: 10, messages: 500, message: 20_000 } as const

export const Ticket = z
  .object({
    id: Id,
    subject: z.string(),
    category: z.enum(ticketCategories),
    status: z.enum(ticketStatuses),
    authorName: z.string(),
    isMine: z.boolean(),
    /** False: no support desk has it yet. */
    isHandedOver: z.boolean(),
    lastMessageAt: Timestamp,
    createdAt: Timestamp,
  })
  .meta({ id: 'SupportTicket' })
export type Ticket = z.infer<typeof Ticket>

const TicketMessage = z.object({
  id: Id,
  /** `desk`: the operator's answer. */
  origin: z.enum(['member', 'desk']),
  authorName: z.string(),
  isMine: z.boolean(),
  body: z.string(),
  createdAt: Timestamp,
  /** With the text of an email that is longer than a message. */
  attachments: z.array(Attachment).max(attachmentLimits.receivedCount + 1),
})
export type TicketMessage = z.infer<typeof TicketMessage>

export const TicketDetail = Ticket.extend({
  version: z.string(),
  requestIds: z.array(z.string()).max(supportLimits.requestIds),
  messages: z.array(TicketMessage).max(supportLimits.messages),
}).meta({ id: 'SupportTicketDetail' })
export type TicketDetail = z.infer<typeof TicketDetail>

export const SupportOverview = z
  .object({
    /** False: the operator named no organization that answers tickets. */
    hasDesk: z.boolean(),
    /** The operator's address for support, if there is one. */
    email: z.string().nullable(),
    /** Of the product; attached to new tickets. */
    version: z.string(),
  })
  .meta({ id: 'SupportOverview' })
export type SupportOverview = z.infer<typeof SupportOverview>

const message = text(supportLimits.message, 'Message is required').min(1, 'Message is required')
const attachmentIds = z.array(Id).max(attachmentLimits.count, 'At most 10 files').default([])

export const CreateTicketBody = z.strictObject({
  category: z.enum(ticketCategories),
  subject: required(200, 'Subject is required'),
  message,
  attachmentIds,
  /** The last requests of the member's browser: their ids find them in the operator's log. */
  requestIds: z
    .array(line(64).regex(/^[A-Za-z0-9_-]{1,64}$/, 'This is not a request id'))
    .max(supportLimits.requestIds)
    .default([]),
})
export type CreateTicketBody = z.infer<typeof CreateTicketBody>

export const support = operations('support', 'support:use', {
  overview: get('/support', 'Read whether this installation has a support desk, and its version', { reply: SupportOverview }),
  list: list('/support/tickets', 'List support tickets, those with the newest message first: own ones, for managers those of all members', {
    row: Ticket,
    filter: { status: z.enum(ticketStatuses).optional() },
  }),
  read: get('/support/tickets/:id', 'Read a support ticket with its messages', { reply: TicketDetail }),
  create: create('/support/tickets', 'Ask the operator for support', {
    body: CreateTicketBody,
    reply: TicketDetail,
    rate: { max: 20, perSeconds: 3600 },
    errors: [],
    idempotent: true,
    whileSuspended: true,
  }),
  reply: create('/support/tickets/:id/replies', 'Write in a support ticket; it is open again', {
    body: z.strictObject({ message, attachmentIds }),
    reply: TicketDetail,
    rate: { max: 60, perSeconds: 3600 },
    errors: [],
    idempotent: true,
    whileSuspended: true,
  }),
  close: post('/support/tickets/:id/close', 'Close a support ticket', { reply: TicketDetail, whileSuspended: true }),
  attach: post('/support/attachments', 'Upload a file for a support ticket; it is kept for a day until it is sent', {
    query: z.strictObject({ name: line(200).min(1, 'Name is required') }),
    upload: [...attachmentTypes, 'application/octet-stream'],
    bodyLimit: attachmentLimits.bytes,
    reply: Attachment,
    status: 201,
    errors: [409, 413, 415],
    transaction: false,
    rate: { max: 100, perSeconds: 3600 },
  }),
  attachment: get('/support/attachments/:id', 'Download a file of a support ticket', {
    file: 'application/octet-stream',
    transaction: false,
  }),
})
