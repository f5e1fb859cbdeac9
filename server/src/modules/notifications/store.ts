import { sql } from 'kysely'
import type { Notification, notificationTabs } from '@imperium/contract/notifications.ts'
import type { OrgTx, SystemTx } from '../../platform/db/database.ts'
import { storableText } from '../../platform/text/storable.ts'
import { wordNotification } from './write-notification.ts'
import type { NotificationReader, Wording } from './write-notification.ts'

interface Outcome {
  userId: string
  type: Notification['type']
  category: Notification['category']
  title: string
  message: string
  wording: Wording
  actionUrl: string | null
}

/** Names and reasons come from outside: half of a surrogate pair is no JSON for PostgreSQL. */
const storableWording = (wording: Wording): string =>
  JSON.stringify(wording, (_name, value: unknown) => (typeof value === 'string' ? storableText(value) : value))

/** Until the end of the transaction no other one writes to this group. */
export async function lockGroup(tx: OrgTx, userId: string, groupKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`notifications:${tx.orgId}:${userId}:${groupKey}`}, 0))`.execute(tx)
}

/** The notification that represents the group, if one began within the last hour. */
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

/** False if the user was already notified of this source. */
export async function insertNotification(
  tx: OrgTx,
  news: Outcome & { id: string; source: string; groupKey?: string; mergedInto: string | null },
): Promise<boolean> {
  const result = await tx
    .insertInto('notifications')
    .values({
      org_id: tx.orgId,
      id: news.id,
      user_id: news.userId,
      type: news.type,
      category: news.category,
      title: news.title,
      message: news.message,
      wording: storableWording(news.wording),
      action_url: news.actionUrl,
      source: news.source,
      group_key: news.groupKey ?? null,
      merged_into: news.mergedInto,
    })
    .onConflict((on) => on.columns(['org_id', 'user_id', 'source']).doNothing())
    .executeTakeFirst()
  return Boolean(result.numInsertedOrUpdatedRows)
}

/** Adds one to the group: newest wording, unread again. It keeps its time, so that a group ends an hour after it began. */
export async function mergeInto(tx: OrgTx, id: string, news: Outcome): Promise<void> {
  await tx
    .updateTable('notifications')
    .set({
      title: news.title,
      message: news.message,
      wording: storableWording(news.wording),
      action_url: news.actionUrl,
      count: sql`count + 1`,
      read_at: null,
    })
    .where('user_id', '=', news.userId)
    .where('id', '=', id)
    .execute()
}

const columns = ['id', 'type', 'title', 'message', 'wording', 'count', 'created_at', 'read_at', 'category', 'action_url'] as const

interface Row {
  id: string
  type: string
  /** English; in rows from before notifications kept their wording, the language of then. */
  title: string
  message: string
  wording: unknown
  count: number
  created_at: Date
  read_at: Date | null
  category: string
  action_url: string | null
}

const wordRow = ({ wording, title, message, count }: Pick<Row, 'wording' | 'title' | 'message' | 'count'>, reader: NotificationReader) =>
  (wording === null ? null : wordNotification(wording as Wording, reader, count)) ?? { title, message }

const toNotification = (row: Row, reader: NotificationReader): Notification => ({
  id: row.id,
  // The table's checks limit these two to the values of the contract.
  type: row.type as Notification['type'],
  category: row.category as Notification['category'],
  ...wordRow(row, reader),
  timestamp: row.created_at.toISOString(),
  read: row.read_at !== null,
  actionUrl: row.action_url,
})

interface Wish {
  tab: (typeof notificationTabs)[number]
  limit: number
  /** Time (as the database writes it) and id of the last one seen. */
  after: readonly [at: string, id: string] | null
}

/** Newest first, each with its time as text, which keeps the microseconds that a cursor needs. */
export async function browseNotifications(
  tx: OrgTx,
  userId: string,
  reader: NotificationReader,
  { tab, limit, after }: Wish,
): Promise<{ at: string; shown: Notification }[]> {
  const rows = await tx
    .selectFrom('notifications')
    .select([...columns, sql<string>`created_at::text`.as('at')])
    .where('user_id', '=', userId)
    .where('merged_into', 'is', null)
    .$if(tab === 'unread', (query) => query.where('read_at', 'is', null))
    .$if(tab === 'mentions', (query) => query.where('category', '=', 'mention'))
    .$if(tab === 'updates', (query) => query.where('category', '=', 'update'))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after?.[0] ?? ''}::timestamptz, ${after?.[1] ?? ''}::uuid)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ at, ...row }) => ({ at, shown: toNotification(row, reader) }))
}

export async function listNotifications(tx: OrgTx, userId: string, reader: NotificationReader, limit: number): Promise<Notification[]> {
  return (await browseNotifications(tx, userId, reader, { tab: 'all', limit, after: null })).map(({ shown }) => shown)
}

/** One that is still unread. */
export async function findUnread(tx: OrgTx, userId: string, reader: NotificationReader, id: string): Promise<Notification | null> {
  const row = await tx
    .selectFrom('notifications')
    .select(columns)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  return row ? toNotification(row, reader) : null
}

/** An unread one that was not emailed yet and has a wanted category, marked as emailed: queue the email in the same transaction. */
export async function markMailed(
  tx: OrgTx,
  userId: string,
  reader: NotificationReader,
  id: string,
  isWanted: (category: Notification['category']) => boolean,
): Promise<Notification | null> {
  const news = await findUnread(tx, userId, reader, id)
  if (!news || !isWanted(news.category)) return null
  const result = await tx
    .updateTable('notifications')
    .set({ mailed_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('mailed_at', 'is', null)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows ? news : null
}

/** Deletes one with all that merged into it, or without an id all of the user. Returns how many visible ones there were. */
export async function deleteNotifications(tx: OrgTx, userId: string, id?: string): Promise<number> {
  const own = () => tx.deleteFrom('notifications').where('user_id', '=', userId)
  const result = await own()
    .where('merged_into', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .executeTakeFirst()
  await own()
    .where('merged_into', 'is not', null)
    .$if(id !== undefined, (query) => query.where('merged_into', '=', id ?? ''))
    .execute()
  return Number(result.numDeletedRows)
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

/** Marks one as read, or all of the user's; returns their number, including those read before. */
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

/** True for the first caller only: it alone sends the digest of that user, organization and week. */
export async function claimDigest(tx: OrgTx, userId: string, week: string): Promise<boolean> {
  const result = await tx
    .insertInto('weekly_digests')
    .values({ org_id: tx.orgId, user_id: userId, week })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  return Boolean(result.numInsertedOrUpdatedRows)
}

/** The given users and organizations without a finished digest of the week. */
export async function withoutDigest<T extends { orgId: string; userId: string; week: string }>(
  tx: SystemTx,
  due: readonly T[],
): Promise<T[]> {
  if (due.length === 0) return []
  const weeks = [...new Set(due.map((each) => each.week))]
  const done = await tx
    .selectFrom('weekly_digests')
    .select(['org_id', 'user_id', 'week'])
    .where('week', 'in', weeks)
    .where('user_id', 'in', [...new Set(due.map((each) => each.userId))])
    .execute()
  const known = new Set(done.map((row) => `${row.org_id} ${row.user_id} ${row.week}`))
  return due.filter((each) => !known.has(`${each.orgId} ${each.userId} ${each.week}`))
}

/** All notifications of a user in the tenant, in the language that they read. */
export async function exportNotifications(tx: OrgTx, userId: string, reader: NotificationReader): Promise<object[]> {
  const rows = await tx
    .selectFrom('notifications')
    .select(['org_id as organizationId', 'type', 'category', 'action_url', 'created_at', 'read_at', 'mailed_at'])
    .select(['title', 'message', 'wording', 'count'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return rows.map(({ title, message, wording, count, ...row }) => {
    const shown = wordRow({ title, message, wording, count }, reader)
    return { ...row, title: shown.title, message: shown.message }
  })
}

export async function exportDigests(tx: OrgTx, userId: string): Promise<object[]> {
  return tx.selectFrom('weekly_digests').select(['org_id as organizationId', 'week', 'sent_at']).where('user_id', '=', userId).execute()
}

export async function erasePerson(tx: SystemTx, userId: string): Promise<void> {
  await tx.deleteFrom('notifications').where('user_id', '=', userId).execute()
  await tx.deleteFrom('weekly_digests').where('user_id', '=', userId).execute()
}

/** Deletes all notifications with these group keys, of all users. */
export async function deleteGroups(tx: SystemTx, orgId: string, keys: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('notifications')
    .where('org_id', '=', orgId)
    .where((eb) => eb('group_key', '=', eb.fn.any(eb.val([...keys]))))
    .execute()
}

export async function deleteExpired(tx: SystemTx): Promise<void> {
  await sql`delete from app.notifications where created_at < now() - interval '90 days'`.execute(tx)
  await sql`delete from app.weekly_digests where sent_at < now() - interval '90 days'`.execute(tx)
}
