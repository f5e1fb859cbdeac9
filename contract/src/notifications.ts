import { z } from 'zod'
import { endpoint } from './kit/endpoint.ts'
import { Id, Timestamp, idParams, pageQuery } from './kit/fields.ts'

export const Notification = z
  .object({
    id: Id,
    type: z.enum(['info', 'success', 'warning', 'error']),
    title: z.string(),
    message: z.string(),
    timestamp: Timestamp,
    read: z.boolean(),
    category: z.enum(['update', 'activity', 'security', 'mention', 'system']),
    /** Path inside the organization. */
    actionUrl: z.string().nullable(),
  })
  .meta({ id: 'Notification' })
export type Notification = z.infer<typeof Notification>

/** How many are unread, at once and after every change. */
export const UnreadEvent = z.object({ type: z.literal('unread'), unread: z.int() }).meta({ id: 'UnreadEvent' })

export const notificationTabs = ['all', 'unread', 'mentions', 'updates'] as const

/** What a person is told of outside the page, and how. Security news follow `securityAlerts` alone, whatever else is off. */
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

export const notifications = {
  browse: endpoint({
    id: 'notifications.browse',
    method: 'GET',
    path: '/notifications/all',
    summary: 'Page through the notifications of the signed-in user, newest first',
    access: 'notifications:read',
    query: z.strictObject({ tab: z.enum(notificationTabs).default('all'), ...pageQuery }),
    reply: z.array(Notification).max(200),
    paged: true,
  }),
  remove: endpoint({
    id: 'notifications.remove',
    method: 'DELETE',
    path: '/notifications/:id',
    summary: 'Delete a notification',
    access: 'notifications:read',
    params: idParams,
    errors: [404],
    audited: false,
    whileSuspended: true,
  }),
  clear: endpoint({
    id: 'notifications.clear',
    method: 'DELETE',
    path: '/notifications',
    summary: 'Delete all notifications',
    access: 'notifications:read',
    audited: false,
    whileSuspended: true,
  }),
  readPreferences: endpoint({
    id: 'notifications.readPreferences',
    method: 'GET',
    path: '/notifications/preferences',
    summary: 'Read what the own account is told of by mail and in the browser',
    access: 'signed-in',
    reply: NotificationPreferences,
  }),
  updatePreferences: endpoint({
    id: 'notifications.updatePreferences',
    method: 'PATCH',
    path: '/notifications/preferences',
    summary: 'Change your own email and browser notifications',
    access: 'signed-in',
    body: NotificationPreferences.partial().strict(),
    reply: NotificationPreferences,
  }),
  readPush: endpoint({
    id: 'notifications.readPush',
    method: 'GET',
    path: '/notifications/push',
    summary: 'Read the key that browsers subscribe with, and how many of them are subscribed',
    access: 'signed-in',
    reply: z.object({ publicKey: z.string(), browsers: z.int() }),
  }),
  subscribePush: endpoint({
    id: 'notifications.subscribePush',
    method: 'POST',
    path: '/notifications/push',
    summary: 'Register this browser for push notifications',
    access: 'signed-in',
    body: z.strictObject({ endpoint: Endpoint, keys: z.strictObject({ p256dh: base64url(65), auth: base64url(16) }) }),
    reply: NotificationPreferences,
    rate: { max: 30, perSeconds: 3600 },
  }),
  unsubscribePush: endpoint({
    id: 'notifications.unsubscribePush',
    method: 'POST',
    path: '/notifications/push/remove',
    summary: 'Stop push notifications in this browser',
    access: 'signed-in',
    body: z.strictObject({ endpoint: Endpoint }),
  }),
  unsubscribe: endpoint({
    id: 'notifications.unsubscribe',
    method: 'POST',
    path: '/notifications/unsubscribe',
    summary: 'End the weekly digest by the key of its link, with one click and without signing in (RFC 8058)',
    access: 'public',
    query: z.strictObject({ key: z.string().min(1).max(100) }),
    // What mail programs send; its words say nothing that the address does not.
    upload: ['application/x-www-form-urlencoded', 'multipart/form-data'],
    bodyLimit: 4096,
    transaction: false,
    rate: { max: 60, perSeconds: 3600 },
  }),
  list: endpoint({
    id: 'notifications.list',
    method: 'GET',
    path: '/notifications',
    summary: 'List the newest notifications of the signed-in user, and how many are unread',
    access: 'notifications:read',
    query: z.strictObject({ limit: z.coerce.number().int().min(1).max(100).default(20) }),
    reply: z.object({ unread: z.int(), items: z.array(Notification).max(100) }),
  }),
  events: endpoint({
    id: 'notifications.events',
    method: 'GET',
    path: '/notifications/events',
    summary: 'Follow the number of unread notifications by server-sent events',
    access: 'notifications:read',
    event: UnreadEvent,
  }),
  markRead: endpoint({
    id: 'notifications.markRead',
    method: 'POST',
    path: '/notifications/:id/read',
    summary: 'Mark a notification as read',
    access: 'notifications:read',
    params: idParams,
    errors: [404],
    audited: false,
    whileSuspended: true,
  }),
  markAllRead: endpoint({
    id: 'notifications.markAllRead',
    method: 'POST',
    path: '/notifications/read-all',
    summary: 'Mark all notifications as read',
    access: 'notifications:read',
    audited: false,
    whileSuspended: true,
  }),
}
