import { z } from 'zod'
import { endpoint } from './kit/endpoint.ts'
import { Id, Timestamp, idParams } from './kit/fields.ts'

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

export const notifications = {
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
