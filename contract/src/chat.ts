import { z } from 'zod'
import { Id, Micros, Timestamp, line, required, text } from './kit/fields.ts'
import { OpeningHours } from './kit/opening-hours.ts'
import { get, operations, post, put } from './kit/operations.ts'
import { Language } from './languages.ts'
import { ChatState } from './messages.ts'

export const chatLimits = {
  origins: 20,
  hours: 14,
  /** Characters of one message of a visitor. */
  message: 2_000,
  /** Messages of a visitor in an hour. */
  perHour: { min: 1, max: 200 },
  /** Messages of a conversation that a visitor is shown. */
  shown: 200,
  /** Messages that the model is shown; what is older is summarised. */
  window: 40,
} as const

const origin = line(200).refine(
  (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value,
  'Enter a website such as https://www.example.com',
)
const settings = {
  /** Visitors can talk to the agent; the same switch as `isPublic` of the agent. */
  enabled: z.boolean(),
  /** The chat has a page of its own on this host. */
  hasPage: z.boolean(),
  title: required(80, 'Title is required'),
  welcome: text(500),
  /** Null: the colour of the organization's emails, else that of the product. */
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'Enter a color such as #3b46d6')
    .nullable()
    .meta({ examples: ['#3b46d6'] }),
  /** Websites that may embed the chat. */
  origins: z.array(origin).max(chatLimits.origins),
  /** Messages that one visitor may write in an hour. */
  perHour: z.int().min(chatLimits.perHour.min).max(chatLimits.perHour.max),
  /** Model cost of all visitors on one day, in the time zone of the organization; null: only the monthly budgets hold. */
  dailyBudgetMicros: z.int().min(0).max(1_000_000_000_000).nullable(),
  /** When people answer, in the time zone of the organization; null: always. */
  openingHours: z.array(OpeningHours).max(chatLimits.hours).nullable(),
  /** Visitors can ask for a person. */
  handsOver: z.boolean(),
  /** Visitors can have the conversation mailed to them. */
  mailsTranscript: z.boolean(),
}

export const SaveChatBody = z.strictObject({
  ...settings,
  /** The value that was read; a stale write is rejected with 409. */
  updatedAt: Timestamp.nullable().optional(),
})
export type SaveChatBody = z.infer<typeof SaveChatBody>

export const AgentChat = z
  .object({
    ...settings,
    /** Part of the public address; null before the first save. */
    publicId: z.string().nullable(),
    /** The page of the chat; null before the first save. */
    pageUrl: z.string().nullable(),
    /** HTML that embeds the chat in another page; null before the first save. */
    embedHtml: z.string().nullable(),
    /** Cost of visitors' conversations today. */
    spentTodayMicros: Micros,
    updatedAt: Timestamp.nullable(),
  })
  .meta({ id: 'AgentChat' })
export type AgentChat = z.infer<typeof AgentChat>

/** What a visitor is shown before the first message. */
export const ChatDescription = z
  .object({
    title: z.string(),
    welcome: z.string(),
    agent: z.string(),
    organization: z.string(),
    accent: z.string(),
    handsOver: z.boolean(),
    mailsTranscript: z.boolean(),
    /** People answer now. */
    isOpen: z.boolean(),
  })
  .meta({ id: 'ChatDescription' })
export type ChatDescription = z.infer<typeof ChatDescription>

export const ChatMessage = z
  .object({
    id: Id,
    from: z.enum(['visitor', 'agent', 'person']),
    sender: z.string(),
    text: z.string(),
    at: Timestamp,
    /** Titles of the passages that the answer cites as `[number]`, with the page where everyone can read it, if there is one. */
    sources: z.array(z.object({ number: z.int(), title: z.string(), url: z.url().optional() })).max(50),
  })
  .meta({ id: 'ChatMessage' })
export type ChatMessage = z.infer<typeof ChatMessage>

export const ChatStatus = z
  .object({
    state: ChatState,
    /** The agent works on an answer. */
    isAnswering: z.boolean(),
    /** The last answer failed. */
    hasFailed: z.boolean(),
    isOpen: z.boolean(),
    /** An address was entered, proved or not. */
    hasEmail: z.boolean(),
  })
  .meta({ id: 'ChatStatus' })
export type ChatStatus = z.infer<typeof ChatStatus>

export const ChatThread = z.object({ messages: z.array(ChatMessage).max(chatLimits.shown), status: ChatStatus }).meta({ id: 'ChatThread' })
export type ChatThread = z.infer<typeof ChatThread>

/** Why no answer of the agent follows: the budget of the day is used up, or the agent does not run. */
export const chatNotices = ['budget', 'unavailable'] as const
export const SentChatMessage = z
  .object({ message: ChatMessage, status: ChatStatus, notice: z.enum(chatNotices).nullable() })
  .meta({ id: 'SentChatMessage' })
export type SentChatMessage = z.infer<typeof SentChatMessage>

export const ChatEvent = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('message'), message: ChatMessage }),
    z.object({ type: z.literal('status'), status: ChatStatus }),
    /** More text of the answer; another `part` begins it anew. */
    z.object({ type: z.literal('text'), part: z.string(), delta: z.string() }),
  ])
  .meta({ id: 'ChatEvent' })
export type ChatEvent = z.infer<typeof ChatEvent>

export const publicChatId = /^[a-z0-9]{20}$/
export const RequestedTranscript = z
  .object({
    status: ChatStatus,
    /** A code was mailed, which proves the address; false: it is proved, and the link is on its way. */
    asksCode: z.boolean(),
  })
  .meta({ id: 'RequestedTranscript' })
export type RequestedTranscript = z.infer<typeof RequestedTranscript>

const chatParams = z.strictObject({ chat: z.string().regex(publicChatId) })
/** Any token: for a link that a mail program truncated, the page itself shows an explanation. */
const transcriptParams = chatParams.extend({ token: z.string().max(200) })
const email = z.email('Enter an email address').max(254)
const publicRate = { max: 240, perSeconds: 60 } as const
const visitorRate = { max: 20, perSeconds: 60 } as const

/** Visitors send the token of `start` in the header `x-chat-token`. */
export const chat = operations(
  'chat',
  { read: 'agents:read', write: 'agents:write' },
  {
    read: get('/agents/:id/chat', 'Read how visitors can talk to an agent', { reply: AgentChat, v1: true }),
    save: put('/agents/:id/chat', 'Publish an agent for visitors, or stop it at once', {
      body: SaveChatBody,
      reply: AgentChat,
      errors: [403, 409],
      v1: true,
    }),
    takeOver: post('/messages/:id/take-over', "Answer a visitor in the agent's place; the agent is silent until it is handed back", {
      access: 'messages:write',
      reply: z.object({ state: ChatState }),
      errors: [409],
      v1: true,
    }),
    handBack: post('/messages/:id/hand-back', "Let the agent answer a visitor's conversation again", {
      access: 'messages:write',
      reply: z.object({ state: ChatState }),
      errors: [409],
      v1: true,
    }),
    page: get('/public/chat/:chat', 'Show the page of a chat (also at /chat/:chat)', {
      access: 'public',
      params: chatParams,
      page: true,
      rate: publicRate,
    }),
    describe: get('/public/chats/:chat', 'Read what a visitor is shown before the first message', {
      access: 'public',
      params: chatParams,
      reply: ChatDescription,
      errors: [403, 404],
      rate: publicRate,
    }),
    start: post('/public/chats/:chat/sessions', 'Start a conversation as a visitor; the token proves it from then on', {
      access: 'public',
      params: chatParams,
      body: z.strictObject({ language: Language.default('en') }),
      reply: z.object({ token: z.string() }),
      status: 201,
      errors: [403, 404],
      audited: false,
      rate: { max: 30, perSeconds: 60 },
    }),
    thread: get('/public/chats/:chat/messages', 'Read the own conversation as a visitor', {
      access: 'public',
      params: chatParams,
      reply: ChatThread,
      errors: [401, 403, 404],
      rate: publicRate,
    }),
    send: post('/public/chats/:chat/messages', 'Write a message as a visitor; the answer comes by the event stream', {
      access: 'public',
      params: chatParams,
      body: z.strictObject({
        text: text(chatLimits.message, 'Message is required').min(1, 'Message is required'),
        /** Made by the visitor's browser: the same key is the same message. */
        key: z.uuid(),
      }),
      bodyLimit: 256 * 1024,
      reply: SentChatMessage,
      status: 201,
      errors: [401, 403, 404, 409],
      audited: false,
      rate: publicRate,
    }),
    events: get('/public/chats/:chat/events', 'Follow the own conversation by server-sent events', {
      access: 'public',
      params: chatParams,
      query: z.strictObject({
        /** The last message that the visitor has. */
        after: Id.optional(),
      }),
      event: ChatEvent,
      errors: [401, 403, 404],
      rate: publicRate,
    }),
    askPerson: post(
      '/public/chats/:chat/person',
      'Ask for a person as a visitor, with an email address for the answer outside opening hours',
      {
        access: 'public',
        params: chatParams,
        audited: false,
        rate: visitorRate,
        body: z.strictObject({ email: email.nullable().default(null) }),
        reply: ChatStatus,
        errors: [401, 403, 404, 409],
      },
    ),
    mailTranscript: post(
      '/public/chats/:chat/transcript',
      'Ask for a link to the own conversation as a visitor: an unproved address is mailed a code first',
      {
        access: 'public',
        params: chatParams,
        audited: false,
        rate: visitorRate,
        body: z.strictObject({ email }),
        reply: RequestedTranscript,
        errors: [401, 403, 404, 409],
      },
    ),
    proveAddress: post(
      '/public/chats/:chat/transcript/code',
      'Prove the own address as a visitor by the mailed code; the link is mailed then',
      {
        access: 'public',
        params: chatParams,
        audited: false,
        rate: visitorRate,
        body: z.strictObject({ code: z.string().regex(/^\d{6}$/, 'Enter the six digits') }),
        reply: ChatStatus,
        errors: [401, 403, 404, 409, 422],
      },
    ),
    openTranscript: get(
      '/public/chat/:chat/conversation/:token',
      'Show a conversation by its mailed link (also at /chat/:chat/conversation/:token)',
      {
        access: 'public',
        params: transcriptParams,
        page: true,
        rate: { max: 60, perSeconds: 60 },
      },
    ),
    endTranscript: post('/public/chat/:chat/conversation/:token', 'End the link of that page (also at /chat/:chat/conversation/:token)', {
      access: 'public',
      params: transcriptParams,
      upload: ['application/x-www-form-urlencoded'],
      bodyLimit: 4096,
      page: true,
      audited: false,
      rate: { max: 20, perSeconds: 60 },
    }),
  },
)
