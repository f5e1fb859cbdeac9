import { notifications } from '@imperium/contract/notifications.ts'
import { mutation, pages } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'
import type { NotificationTab } from './search.ts'

export const notificationsQuery = (tab: NotificationTab) => ({
  ...pages(notifications.browse, { query: { tab, limit: 50 } }),
  meta: { silent: true },
})

/** All lists of notifications, the menu of the header too. */
const invalidates = [['notifications']]

export const markReadMutation = mutation(notifications.markRead, { silent: true, invalidates })
export const markAllReadMutation = mutation(notifications.markAllRead, {
  invalidates,
  failure: t('The notifications could not be marked as read'),
})
export const removeMutation = mutation(notifications.remove, { invalidates, failure: t('The notification could not be deleted') })
export const clearMutation = mutation(notifications.clear, { invalidates, failure: t('The notifications could not be deleted') })
export const unsubscribeMutation = mutation(notifications.unsubscribe, { silent: true })
