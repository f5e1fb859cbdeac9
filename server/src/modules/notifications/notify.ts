import type { Notification } from '@imperium/contract/notifications.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { signal } from '../../platform/events/live.ts'
import { findGroupHead, insertNotification, lockGroup, mergeInto } from './store.ts'
import { notificationsChanged } from './notifications-changed.ts'

export interface NewNotification extends Pick<Notification, 'type' | 'category' | 'message' | 'actionUrl'> {
  userId: string
  /** Identifies the event; the same source never notifies the same user twice. */
  source: string
  /** The title, for a group of `count` notifications. */
  title: (count: number) => string
  /** Notifications with one key within an hour show as one, with the newest text and a count. */
  groupKey?: string
}

/**
 * Notifies a member in the caller's transaction, and their open pages at its commit. Returns the id of a new notification;
 * null if this source was already notified, or it joined an earlier one of its group.
 */
export async function notify(tx: OrgTx, notification: NewNotification): Promise<string | null> {
  if (notification.groupKey) await lockGroup(tx, notification.userId, notification.groupKey)
  const head = notification.groupKey ? await findGroupHead(tx, notification.userId, notification.groupKey) : null
  const id = newId()
  const isNew = await insertNotification(tx, { ...notification, id, title: notification.title(1), mergedInto: head?.id ?? null })
  if (!isNew) return null
  if (head) await mergeInto(tx, head.id, { ...notification, title: notification.title(head.count + 1) })
  await signal(tx, notificationsChanged({ orgId: tx.orgId, userId: notification.userId }))
  return head ? null : id
}
