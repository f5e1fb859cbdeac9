import type { Notification } from '@imperium/contract/notifications.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { signal } from '../../platform/events/live.ts'
import { findGroupHead, insertNotification, lockGroup, mergeInto } from './store.ts'
import { notificationsChanged } from './notifications-changed.ts'
import { wordNotification } from './write-notification.ts'
import type { NotificationReader, Wording } from './write-notification.ts'

export interface NewNotification extends Pick<Notification, 'type' | 'category' | 'actionUrl'> {
  userId: string
  /** Identifies the event; the same source never notifies the same user twice. */
  source: string
  /** What it says; it is worded when it is read, in the language that the user has then. */
  wording: Wording
  /** Notifications with one key within an hour show as one, with the newest text and a count. */
  groupKey?: string
}

/** The columns beside the wording are English. */
const english: NotificationReader = { language: 'en', timeZone: null, dateFormat: null, timeFormat: null }
const inEnglish = (wording: Wording, count: number) => wordNotification(wording, english, count) ?? { title: '', message: '' }

/**
 * Notifies a member in the caller's transaction, and their open pages at its commit. Returns the id of a new notification;
 * null if this source was already notified, or it joined an earlier one of its group.
 */
export async function notify(tx: OrgTx, notification: NewNotification): Promise<string | null> {
  if (notification.groupKey) await lockGroup(tx, notification.userId, notification.groupKey)
  const head = notification.groupKey ? await findGroupHead(tx, notification.userId, notification.groupKey) : null
  const id = newId()
  const { wording } = notification
  const isNew = await insertNotification(tx, { ...notification, ...inEnglish(wording, 1), id, mergedInto: head?.id ?? null })
  if (!isNew) return null
  if (head) await mergeInto(tx, head.id, { ...notification, ...inEnglish(wording, head.count + 1) })
  await signal(tx, notificationsChanged({ orgId: tx.orgId, userId: notification.userId }))
  return head ? null : id
}
