import { notifications } from '@imperium/contract/notifications.ts'
import { notFound } from '../../platform/errors.ts'
import { signal } from '../../platform/live.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { followUnread } from './follow-unread.ts'
import { countUnread, listNotifications, markRead } from './store.ts'

export const notificationOperations = (platform: Platform) =>
  bindOperations(notifications, {
    list: async ({ query }, { tx, caller }) => ({
      unread: await countUnread(tx, caller.userId),
      items: await listNotifications(tx, caller.userId, query.limit),
    }),
    events: { stream: async (_input, context) => followUnread(platform.live, context) },
    markRead: async ({ params }, { tx, caller }) => {
      if (!(await markRead(tx, caller.userId, params.id))) throw notFound()
      await signal(tx, { kind: 'notification', orgId: tx.orgId, userId: caller.userId })
      return null
    },
    markAllRead: async (_input, { tx, caller }) => {
      await markRead(tx, caller.userId)
      await signal(tx, { kind: 'notification', orgId: tx.orgId, userId: caller.userId })
      return null
    },
  })
