import { sql } from 'kysely'
import type { Notification } from '@imperium/contract/notifications.ts'
import type { OrgTx, SystemTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'

interface Told {
  userId: string
  type: Notification['type']
  category: Notification['category']
  title: string
  message: string
  actionUrl: string | null
}

/** Until the end of the transaction nobody else writes to this group. */
export async function lockGroup(tx: OrgTx, userId: string, groupKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`notifications:${tx.orgId}:${userId}:${groupKey}`}, 0))`.execute(tx)
}

/** The notification that stands for the group, where one began within the last hour. */
export async function findGroupHead(tx: OrgTx, userId: string, groupKey: string): Promise<{ id: string; count: number } | null> {
  const head = await tx
    .selectFrom('notifications')
    .select(['id', 'count'])
    .where('user_id', '=', userId)
    .where('group_key', '=', groupKey)
    .where('merged_into', 'is', null)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return head ?? null
}

/** False when the person was told of this source before. */
export async function insertNotification(
  tx: OrgTx,
  news: Told & { source: string; groupKey?: string; mergedInto: string | null },
): Promise<boolean> {
  const result = await tx
    .insertInto('notifications')
    .values({
      org_id: tx.orgId,
      id: newId(),
      user_id: news.userId,
      type: news.type,
      category: news.category,
      title: news.title,
      message: news.message,
      action_url: news.actionUrl,
      source: news.source,
      group_key: news.groupKey ?? null,
      merged_into: news.mergedInto,
    })
    .onConflict((on) => on.columns(['org_id', 'user_id', 'source']).doNothing())
    .executeTakeFirst()
  return Boolean(result.numInsertedOrUpdatedRows)
}

/** One more of the group: newest words, unread again. It keeps its time, so that a group ends an hour after it began. */
export async function mergeInto(tx: OrgTx, id: string, news: Told): Promise<void> {
  await tx
    .updateTable('notifications')
    .set({
      title: news.title,
      message: news.message,
      action_url: news.actionUrl,
      count: sql`count + 1`,
      read_at: null,
    })
    .where('user_id', '=', news.userId)
    .where('id', '=', id)
    .execute()
}

export async function listNotifications(tx: OrgTx, userId: string, limit: number): Promise<Notification[]> {
  const rows = await tx
    .selectFrom('notifications')
    .select(['id', 'type', 'title', 'message', 'created_at', 'read_at', 'category', 'action_url'])
    .where('user_id', '=', userId)
    .where('merged_into', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    // The table's checks hold these two to the contract's words.
    type: row.type as Notification['type'],
    category: row.category as Notification['category'],
    title: row.title,
    message: row.message,
    timestamp: row.created_at.toISOString(),
    read: row.read_at !== null,
    actionUrl: row.action_url,
  }))
}

export async function countUnread(tx: OrgTx, userId: string): Promise<number> {
  const row = await tx
    .selectFrom('notifications')
    .select(sql<number>`count(*)`.as('unread'))
    .where('user_id', '=', userId)
    .where('merged_into', 'is', null)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.unread
}

/** Marks one as read, or all of the person's; answers how many of them there are, read before or not. */
export async function markRead(tx: OrgTx, userId: string, id?: string): Promise<number> {
  const result = await tx
    .updateTable('notifications')
    .set({ read_at: sql`coalesce(read_at, now())` })
    .where('user_id', '=', userId)
    .where('merged_into', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(id === undefined, (query) => query.where('read_at', 'is', null))
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

export async function deleteExpired(tx: SystemTx): Promise<void> {
  await sql`delete from app.notifications where created_at < now() - interval '90 days'`.execute(tx)
}
