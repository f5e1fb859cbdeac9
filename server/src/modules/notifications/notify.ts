import type { Notification } from '@imperium/contract/notifications.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { signal } from '../../platform/events/live.ts'
import { findGroupHead, insertNotification, lockGroup, mergeInto } from './store.ts'

export interface News extends Pick<Notification, 'type' | 'category' | 'message' | 'actionUrl'> {
  userId: string
  /** Names what is told; the same source never tells the same person twice. */
  source: string
  /** The title, given how many of a group it stands for. */
  title: (count: number) => string
  /** News of one key within an hour show as one, with the newest words and a count. */
  groupKey?: string
}

/**
 * Tells a member of the tenant something, in the caller's transaction, and every open page of theirs at its commit. Answers the id of a
 * new notification; null where this was told before, or joined an earlier one of its group.
 */
export async function notify(tx: OrgTx, news: News): Promise<string | null> {
  if (news.groupKey) await lockGroup(tx, news.userId, news.groupKey)
  const head = news.groupKey ? await findGroupHead(tx, news.userId, news.groupKey) : null
  const id = newId()
  const isNew = await insertNotification(tx, { ...news, id, title: news.title(1), mergedInto: head?.id ?? null })
  if (!isNew) return null
  if (head) await mergeInto(tx, head.id, { ...news, title: news.title(head.count + 1) })
  await signal(tx, { kind: 'notification', orgId: tx.orgId, userId: news.userId })
  return head ? null : id
}
