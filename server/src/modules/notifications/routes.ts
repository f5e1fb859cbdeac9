import { notifications } from '@imperium/contract/notifications.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import { signal } from '../../platform/events/live.ts'
import type { Caller } from '../../platform/auth/auth-context.ts'
import type { AuthTx } from '../../platform/db/database.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import { requireRecentSignIn } from '../../platform/operations/recent-sign-in.ts'
import type { Platform } from '../../platform/platform.ts'
import { listMemberships } from '../organizations/index.ts'
import { followUnread } from './follow-unread.ts'
import {
  deleteSubscription,
  endDigest,
  listSubscriptions,
  readPreferences,
  saveSubscription,
  updatePreferences,
} from './preferences-store.ts'
import { browseNotifications, countUnread, deleteNotifications, listNotifications, markRead } from './store.ts'
import { notificationsChanged } from './notifications-changed.ts'

export const notificationOperations = (platform: Platform) =>
  bindOperations(notifications, {
    list: async ({ query }, { tx, caller }) => ({
      unread: await countUnread(tx, caller.userId),
      items: await listNotifications(tx, caller.userId, caller.preferences, query.limit),
    }),
    events: { stream: async (_input, context) => followUnread(platform.live, context) },
    browse: async ({ query: { limit, cursor, tab } }, { tx, org, caller }) => {
      const scope = { orgId: org.id, list: 'notifications', filter: { tab, userId: caller.userId } }
      const [at, id] = cursor ? platform.cursors.decode(scope, cursor) : []
      const rows = await browseNotifications(tx, caller.userId, caller.preferences, {
        tab,
        limit: limit + 1,
        after: at && id ? [String(at), String(id)] : null,
      })
      const page = rows.slice(0, limit)
      const last = rows.length > limit ? page.at(-1) : undefined
      return {
        rows: page.map(({ shown }) => shown),
        nextCursor: last ? platform.cursors.encode(scope, [last.at, last.shown.id]) : null,
      }
    },
    remove: async ({ params }, { tx, caller }) => {
      if (!(await deleteNotifications(tx, caller.userId, params.id))) throw notFound()
      await signal(tx, notificationsChanged({ orgId: tx.orgId, userId: caller.userId }))
      return null
    },
    clear: async (_input, { tx, caller }) => {
      await deleteNotifications(tx, caller.userId)
      await signal(tx, notificationsChanged({ orgId: tx.orgId, userId: caller.userId }))
      return null
    },
    readPreferences: async (_input, { tx, caller }) => (await readPreferences(tx, caller.userId)).preferences,
    updatePreferences: async ({ body }, { tx, caller, audit }) => {
      const after = await updatePreferences(tx, caller.userId, body)
      audit({ targetId: caller.userId, after: body })
      return after
    },
    readPush: async (_input, { tx, caller }) => ({
      publicKey: platform.push.publicKey,
      browsers: (await listSubscriptions(tx, caller.userId)).length,
    }),
    subscribePush: async ({ body }, { tx, caller, userAgent, audit }) => {
      const target = { endpoint: body.endpoint, ...body.keys }
      await refuseAcrossOrganizations(platform, tx, caller)
      if (!(await platform.push.mayUse(target))) throw invalid([{ path: 'endpoint', message: 'Not the address of a push service' }])
      await saveSubscription(tx, caller.userId, target, userAgent)
      audit({ targetId: caller.userId })
      return updatePreferences(tx, caller.userId, { pushNotifications: true })
    },
    unsubscribePush: async ({ body }, { tx, caller, audit }) => {
      await deleteSubscription(tx, caller.userId, body.endpoint)
      audit({ targetId: caller.userId })
      return null
    },
    // An unknown key gets the same response, so that it reveals nothing.
    unsubscribe: async ({ query }) => {
      await platform.db.withAuth((tx) => endDigest(tx, query.key))
      return null
    },
    markRead: async ({ params }, { tx, caller }) => {
      if (!(await markRead(tx, caller.userId, params.id))) throw notFound()
      await signal(tx, notificationsChanged({ orgId: tx.orgId, userId: caller.userId }))
      return null
    },
    markAllRead: async (_input, { tx, caller }) => {
      await markRead(tx, caller.userId)
      await signal(tx, notificationsChanged({ orgId: tx.orgId, userId: caller.userId }))
      return null
    },
  })

/**
 * Push covers all organizations of the account: a session opened by an organization's provider needs the user's own authentication (ADR
 * 13).
 */
async function refuseAcrossOrganizations(platform: Platform, tx: AuthTx, caller: Caller): Promise<void> {
  if (caller.ssoOrgId === null) return
  const memberships = await listMemberships(tx, caller.userId)
  if (memberships.some(({ id }) => id !== caller.ssoOrgId)) requireRecentSignIn(platform, caller)
}
