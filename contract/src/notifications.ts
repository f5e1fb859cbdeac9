import { z } from 'zod'
import { Id, Timestamp } from './kit/fields.ts'
import { MessageKey } from './kit/message-fields.ts'
import { del, get, list, operations, patch, post } from './kit/operations.ts'

export const Notification = z
  .object({
    id: Id,
    type: z.enum(['info', 'success', 'warning', 'error']),
    title: z.string(),
    message: z.string(),
    messageKey: MessageKey.optional(),
    timestamp: Timestamp,
    read: z.boolean(),
    category: z.enum(['update', 'activity', 'security', 'mention', 'system']),
    /** Path inside the organization. */
    actionUrl: z.string().nullable(),
  })
  .meta({ id: 'Notification' })
export type Notification = z.infer<typeof Notification>

/** The number of unread notifications, sent on connect and after every change. */
export const UnreadEvent = z.object({ type: z.literal('unread'), unread: z.int() }).meta({ id: 'UnreadEvent' })

export const notificationTabs = ['all', 'unread', 'mentions', 'updates'] as const

/** Channels of a user's notifications outside the page. Security notifications follow only `securityAlerts`. */
export const NotificationPreferences = z
  .object({
    emailNotifications: z.boolean(),
    pushNotifications: z.boolean(),
    weeklyDigest: z.boolean(),
    productUpdates: z.boolean(),
    securityAlerts: z.boolean(),
    mentionsOnly: z.boolean(),
  })
  .meta({ id: 'NotificationPreferences' })
export type NotificationPreferences = z.infer<typeof NotificationPreferences>

const base64url = (bytes: number) => z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}=*$`), 'Malformed key')
const Endpoint = z.url({ protocol: /^https?$/ }).max(1000)

export const notifications = operations(
  'notifications',
  { read: 'notifications:read', write: 'notifications:read' },
  {
    browse: list('/notifications/all', 'Page through the notifications of the signed-in user, newest first', {
      row: Notification,
      filter: { tab: z.enum(notificationTabs).default('all') },
    }),
    remove: del('/notifications/:id', 'Delete a notification', {
      audited: false,
      whileSuspended: true,
    }),
    clear: del('/notifications', 'Delete all notifications', {
      audited: false,
      whileSuspended: true,
    }),
    readPreferences: get('/notifications/preferences', 'Read what the own account is told of by mail and in the browser', {
      access: 'signed-in',
      reply: NotificationPreferences,
    }),
    updatePreferences: patch('/notifications/preferences', 'Change your own email and browser notifications', {
      access: 'signed-in',
      body: NotificationPreferences.partial().strict(),
      reply: NotificationPreferences,
    }),
    readPush: get('/notifications/push', 'Read the key that browsers subscribe with, and how many of them are subscribed', {
      access: 'signed-in',
      reply: z.object({ publicKey: z.string(), browsers: z.int() }),
    }),
    subscribePush: post('/notifications/push', 'Register this browser for push notifications', {
      access: 'signed-in',
      body: z.strictObject({ endpoint: Endpoint, keys: z.strictObject({ p256dh: base64url(65), auth: base64url(16) }) }),
      reply: NotificationPreferences,
      rate: { max: 30, perSeconds: 3600 },
    }),
    unsubscribePush: post('/notifications/push/remove', 'Stop push notifications in this browser', {
      access: 'signed-in',
      body: z.strictObject({ endpoint: Endpoint }),
    }),
    unsubscribe: post(
      '/notifications/unsubscribe',
      'End the weekly digest by the key of its link, with one click and without signing in (RFC 8058)',
      {
        access: 'public',
        query: z.strictObject({ key: z.string().min(1).max(100) }),
        // What mail programs send; the body adds nothing to the URL.
        upload: ['application/x-www-form-urlencoded', 'multipart/form-data'],
        bodyLimit: 4096,
        transaction: false,
        rate: { max: 60, perSeconds: 3600 },
      },
    ),
    list: get('/notifications', 'List the newest notifications of the signed-in user, and how many are unread', {
      query: z.strictObject({ limit: z.coerce.number().int().min(1).max(100).default(20) }),
      reply: z.object({ unread: z.int(), items: z.array(Notification).max(100) }),
    }),
    events: get('/notifications/events', 'Follow the number of unread notifications by server-sent events', {
      event: UnreadEvent,
    }),
    markRead: post('/notifications/:id/read', 'Mark a notification as read', {
      audited: false,
      whileSuspended: true,
    }),
    markAllRead: post('/notifications/read-all', 'Mark all notifications as read', {
      audited: false,
      whileSuspended: true,
    }),
  },
)
