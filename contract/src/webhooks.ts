import { z } from 'zod'
import { isOwnHeader } from './kit/own-headers.ts'
import { Id, Timestamp, line, required, text } from './kit/fields.ts'
import { create, get, list, operations, post, remove, update } from './kit/operations.ts'

export const webhookLimits = {
  perOrganization: 50,
  events: 200,
  headers: 20,
  conditions: 10,
  ratePerSecond: { min: 1, max: 1_000 },
  overlapHours: { min: 0, max: 168, default: 24 },
  recentDeliveries: 5,
  /** A search of the log reads the newest of a webhook. */
  searchedDeliveries: 10_000,
  /** Of a request's and a response's body in the log. */
  loggedBytes: 64 * 1024,
  /** An endpoint that only fails for so long is disabled; its managers are warned before. */
  failingDays: { warned: 3, disabled: 5 },
} as const

export const deliveryStatuses = ['pending', 'success', 'failed'] as const
export const DeliveryStatus = z.enum(deliveryStatuses)
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

/** `member`: switched off by one. `gone`: the receiver answered 410. `failing`: only failures for five days. */
export const disabledReasons = ['member', 'gone', 'failing'] as const
export type DisabledReason = (typeof disabledReasons)[number]

/** The comparisons of workflow conditions that make sense for one field of an event. */
export const filterOperators = [
  ...(['equals', 'not_equals', 'contains', 'not_contains', 'starts_with', 'ends_with', 'gt', 'gte', 'lt', 'lte'] as const),
  ...(['exists', 'is_empty', 'matches_one_of', 'is_true', 'is_false'] as const),
] as const
export type FilterOperator = (typeof filterOperators)[number]

/** A field of the event's data, as `name` or `contact.tags.0`. */
const path = required(200, 'Name a field of the event').regex(
  /^[A-Za-z_][\w-]*(\.[\w-]+)*$/,
  'Use letters, digits and dots, as in contact.email',
)

export const WebhookCondition = z.strictObject({ path, operator: z.enum(filterOperators), value: line(500).default('') })
export type WebhookCondition = z.infer<typeof WebhookCondition>

const eventType = line(100).regex(/^[a-z-]+(\.[a-zA-Z-]+)+$/, 'This is not an event')
const events = z
  .array(eventType)
  .min(1, 'Select at least one event')
  .max(webhookLimits.events)
  .refine((all) => new Set(all).size === all.length, 'Choose each event only once')
  .meta({ examples: [['contact.created']] })
const name = required(120, 'Name is required')
const url = required(2_000, 'URL is required')
  .refine((value) => {
    const parsed = URL.parse(value)
    return parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.hostname !== ''
  }, 'Enter a valid URL')
  .meta({ examples: ['https://example.com/hooks'] })

/** Rows with a blank key or value are dropped; of a webhook that has the header already, a row without a value keeps the stored one. */
const headerRow = z.strictObject({
  key: line(100)
    .regex(/^[A-Za-z0-9-]*$/, 'Use letters, digits and hyphens')
    .refine((key) => !isOwnHeader(key), 'This header is set by Imperium'),
  value: z
    .string()
    .trim()
    .max(2_000)
    .regex(/^[\x20-\x7e]*$/, 'Use one line of plain characters')
    .optional(),
})
const headers = z
  .array(headerRow)
  .max(webhookLimits.headers)
  .refine((rows) => {
    const keys = rows.map(({ key }) => key.toLowerCase()).filter(Boolean)
    return new Set(keys).size === keys.length
  }, 'Use each header once')

const settings = {
  description: text(1_000),
  filter: z.array(WebhookCondition).max(webhookLimits.conditions),
  orderingKey: path.nullable(),
  ratePerSecond: z.int().min(webhookLimits.ratePerSecond.min).max(webhookLimits.ratePerSecond.max).nullable(),
  /** `contact.created` carries `contact`: address and name. Needs `contacts:read`. */
  includesContact: z.boolean(),
}

export const CreateWebhookBody = z.strictObject({
  name,
  url,
  events,
  headers: headers.default([]),
  description: settings.description.default(''),
  filter: settings.filter.default([]),
  orderingKey: settings.orderingKey.default(null),
  ratePerSecond: settings.ratePerSecond.default(null),
  includesContact: settings.includesContact.default(false),
})
export type CreateWebhookBody = z.infer<typeof CreateWebhookBody>

export const UpdateWebhookBody = z.strictObject({
  name: name.optional(),
  url: url.optional(),
  events: events.optional(),
  headers: headers.optional(),
  description: settings.description.optional(),
  filter: settings.filter.optional(),
  orderingKey: settings.orderingKey.optional(),
  ratePerSecond: settings.ratePerSecond.optional(),
  includesContact: settings.includesContact.optional(),
  isEnabled: z.boolean().optional(),
  /** Of the version that the caller read: 409 when it was changed since. */
  updatedAt: Timestamp.optional(),
})
export type UpdateWebhookBody = z.infer<typeof UpdateWebhookBody>

export const WebhookDelivery = z
  .object({
    id: Id,
    webhookId: Id,
    /** The id of the message, `webhook-id` of every attempt. */
    eventId: Id,
    event: z.string(),
    status: DeliveryStatus,
    /** Of the last attempt; null without a response. */
    statusCode: z.int().nullable(),
    timestamp: Timestamp,
    /** Milliseconds of the last attempt. */
    responseTime: z.int().nullable(),
    errorMessage: z.string().nullable(),
    attempts: z.int(),
    nextAttemptAt: Timestamp.nullable(),
    isTest: z.boolean(),
    /** The body as it is sent. */
    payload: z.record(z.string(), z.json()),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const headerMap = z.record(z.string(), z.string())

export const WebhookAttempt = z
  .object({
    attempt: z.int(),
    at: Timestamp,
    url: z.string(),
    statusCode: z.int().nullable(),
    responseTime: z.int(),
    errorMessage: z.string().nullable(),
    /** Signatures and the values of own headers are hidden. */
    requestHeaders: headerMap,
    responseHeaders: headerMap,
    responseBody: z.string(),
  })
  .meta({ id: 'WebhookAttempt' })
export type WebhookAttempt = z.infer<typeof WebhookAttempt>

const storedAttempts = 100
export const WebhookDeliveryDetail = WebhookDelivery.extend({
  /** The newest last. */
  attemptLog: z.array(WebhookAttempt).max(storedAttempts),
}).meta({ id: 'WebhookDeliveryDetail' })
export type WebhookDeliveryDetail = z.infer<typeof WebhookDeliveryDetail>

export const Webhook = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    url: z.string(),
    events: z.array(z.string()).max(webhookLimits.events),
    isEnabled: z.boolean(),
    disabledReason: z.enum(disabledReasons).nullable(),
    disabledAt: Timestamp.nullable(),
    /** The first 8 characters, stars and the last 4. */
    secretKey: z.string(),
    /** Until then the previous secret signs too. */
    formerSecretUntil: Timestamp.nullable(),
    /** Values are write-only. */
    headers: z.array(z.object({ key: z.string() })).max(webhookLimits.headers),
    filter: z.array(WebhookCondition).max(webhookLimits.conditions),
    orderingKey: z.string().nullable(),
    ratePerSecond: z.int().nullable(),
    includesContact: z.boolean(),
    /** Since when it only fails; null after a success. */
    failingSince: Timestamp.nullable(),
    lastTriggered: Timestamp.nullable(),
    createdBy: z.string(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    /** Of finished deliveries: `total` is the sum of both. */
    deliveryStats: z.object({ total: z.int(), successful: z.int(), failed: z.int() }),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof Webhook>

export const ListedWebhook = Webhook.extend({
  /** The newest first. */
  recentDeliveries: z.array(WebhookDelivery).max(webhookLimits.recentDeliveries),
}).meta({ id: 'ListedWebhook' })
export type ListedWebhook = z.infer<typeof ListedWebhook>

export const CreatedWebhook = Webhook.extend({
  /** Also readable later, by `revealSecret`. */
  plainSecretKey: z.string(),
}).meta({ id: 'CreatedWebhook' })
export type CreatedWebhook = z.infer<typeof CreatedWebhook>

export const WebhookEvent = z
  .object({
    type: z.string(),
    /** In English; a key of the dictionaries. */
    label: z.string(),
    /** JSON Schema of `data`. */
    schema: z.record(z.string(), z.json()),
    /** A whole body, made from the schema's sample. */
    example: z.record(z.string(), z.json()),
  })
  .meta({ id: 'WebhookEvent' })
export type WebhookEvent = z.infer<typeof WebhookEvent>

export const WebhookStats = z
  .object({
    total: z.int(),
    active: z.int(),
    deliveries: z.int(),
    /** Percent of finished deliveries, to one decimal; null before the first. */
    successRate: z.number().nullable(),
  })
  .meta({ id: 'WebhookStats' })
export type WebhookStats = z.infer<typeof WebhookStats>

export const ReplayBody = z.strictObject({
  from: Timestamp,
  /** Now unless given. */
  until: Timestamp.optional(),
  /** `failed`: those that failed; `all`: successful ones too. */
  status: z.enum(['failed', 'all']).default('failed'),
})
export type ReplayBody = z.infer<typeof ReplayBody>

const deliveryParams = z.strictObject({ id: Id, deliveryId: Id })

export const webhooks = operations(
  'webhooks',
  { read: 'webhooks:read', write: 'webhooks:manage' },
  {
    list: list('/webhooks', 'List webhooks with their latest deliveries, newest first', {
      row: ListedWebhook,
      filter: { q: text(200).optional() },
      v1: true,
    }),
    stats: get('/webhooks/stats', 'Count webhooks and their deliveries', { reply: WebhookStats, v1: true }),
    catalogue: get('/webhooks/events', 'List the events that webhooks can receive, with schema and example', {
      reply: z.array(WebhookEvent).max(webhookLimits.events),
      v1: true,
    }),
    read: get('/webhooks/:id', 'Read a webhook', { reply: Webhook, v1: true }),
    create: create('/webhooks', 'Create a webhook; the answer shows its secret', {
      body: CreateWebhookBody,
      reply: CreatedWebhook,
      v1: true,
    }),
    update: update('/webhooks/:id', 'Change a webhook, or switch it on or off', { body: UpdateWebhookBody, reply: Webhook, v1: true }),
    remove: remove('/webhooks/:id', 'Delete a webhook with its deliveries', { errors: [], whileSuspended: true, v1: true }),
    /** Not for keys, which cannot prove a recent sign-in. */
    revealSecret: post('/webhooks/:id/secret', 'Show the secret of a webhook', {
      reply: z.object({ plainSecretKey: z.string() }),
      recentSignIn: true,
    }),
    rotateSecret: post('/webhooks/:id/rotate-secret', 'Replace the secret; the old one signs too until its overlap ends', {
      body: z.strictObject({
        overlapHours: z
          .int()
          .min(webhookLimits.overlapHours.min)
          .max(webhookLimits.overlapHours.max)
          .default(webhookLimits.overlapHours.default),
      }),
      reply: CreatedWebhook,
      v1: true,
    }),
    test: post('/webhooks/:id/test', 'Send a sample event to the webhook and return the outcome', {
      body: z.strictObject({ event: eventType.optional() }),
      reply: WebhookDelivery,
      transaction: false,
      rate: { max: 60, perSeconds: 60 },
      v1: true,
    }),
    replay: post(
      '/webhooks/:id/replay',
      'Replay failed deliveries since a time, or all deliveries of a period, with those that wait for their next attempt; 409 while a replay of the webhook runs',
      {
        body: ReplayBody,
        reply: z.object({ deliveries: z.int() }),
        status: 202,
        errors: [409],
        rate: { max: 10, perSeconds: 3600 },
        v1: true,
      },
    ),
    sendWaiting: post(
      '/webhooks/:id/send-waiting',
      'Send now all deliveries that wait for their next attempt; 409 while a replay of the webhook runs',
      {
        reply: z.object({ deliveries: z.int() }),
        status: 202,
        errors: [409],
        rate: { max: 10, perSeconds: 3600 },
        v1: true,
      },
    ),
    deliveries: list('/webhooks/:id/deliveries', 'List deliveries of a webhook, newest first; a search covers the newest 10,000', {
      row: WebhookDelivery,
      filter: { q: text(200).optional(), status: DeliveryStatus.optional(), event: eventType.optional() },
      errors: [404],
      v1: true,
    }),
    readDelivery: get('/webhooks/:id/deliveries/:deliveryId', 'Read a delivery with its attempts, requests and responses', {
      params: deliveryParams,
      reply: WebhookDeliveryDetail,
      v1: true,
    }),
    retryDelivery: post('/webhooks/:id/deliveries/:deliveryId/retry', 'Deliver again now', {
      params: deliveryParams,
      reply: WebhookDelivery,
      errors: [409],
      rate: { max: 60, perSeconds: 60 },
      v1: true,
    }),
  },
)
