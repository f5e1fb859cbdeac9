import { sql } from 'kysely'
import type { NotificationPreferences } from '@imperium/contract/notifications.ts'
import { newToken } from '../../platform/crypto/crypto.ts'
import type { AuthTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { PushTarget } from '../../platform/notifications/push.ts'

/** Browsers of one account; another one removes the longest unused. */
const maxBrowsers = 20

const columns = [
  'email_notifications',
  'push_notifications',
  'weekly_digest',
  'product_updates',
  'security_alerts',
  'mentions_only',
  'digest_key',
] as const

/** A user's notification preferences, and the key of the link that ends the digest. Written with defaults at the first read. */
export async function readPreferences(tx: AuthTx, userId: string): Promise<{ preferences: NotificationPreferences; digestKey: string }> {
  await tx
    .insertInto('auth.notification_preferences')
    .values({ user_id: userId, digest_key: newToken() })
    .onConflict((on) => on.column('user_id').doNothing())
    .execute()
  const row = await tx.selectFrom('auth.notification_preferences').select(columns).where('user_id', '=', userId).executeTakeFirstOrThrow()
  return {
    digestKey: row.digest_key,
    preferences: {
      emailNotifications: row.email_notifications,
      pushNotifications: row.push_notifications,
      weeklyDigest: row.weekly_digest,
      productUpdates: row.product_updates,
      securityAlerts: row.security_alerts,
      mentionsOnly: row.mentions_only,
    },
  }
}

type Change = { [K in keyof NotificationPreferences]?: boolean | undefined }

export async function updatePreferences(tx: AuthTx, userId: string, change: Change): Promise<NotificationPreferences> {
  const { preferences } = await readPreferences(tx, userId)
  const pick = (key: keyof NotificationPreferences) => change[key] ?? preferences[key]
  await tx
    .updateTable('auth.notification_preferences')
    .set({
      email_notifications: pick('emailNotifications'),
      push_notifications: pick('pushNotifications'),
      weekly_digest: pick('weeklyDigest'),
      product_updates: pick('productUpdates'),
      security_alerts: pick('securityAlerts'),
      mentions_only: pick('mentionsOnly'),
      updated_at: sql<Date>`now()`,
    })
    .where('user_id', '=', userId)
    .execute()
  return (await readPreferences(tx, userId)).preferences
}

/** Ends the digest of the key's user; false for an unknown key. */
export async function endDigest(tx: AuthTx, digestKey: string): Promise<boolean> {
  const result = await tx
    .updateTable('auth.notification_preferences')
    .set({ weekly_digest: false, updated_at: sql<Date>`now()` })
    .where('digest_key', '=', digestKey)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function saveSubscription(tx: AuthTx, userId: string, target: PushTarget, userAgent: string): Promise<void> {
  const row = { user_id: userId, p256dh: target.p256dh, auth: target.auth, user_agent: userAgent }
  await tx
    .insertInto('auth.push_subscriptions')
    .values({ id: newId(), endpoint: target.endpoint, ...row })
    .onConflict((on) => on.column('endpoint').doUpdateSet(row))
    .execute()
  await sql`delete from auth.push_subscriptions where id in (
    select id from auth.push_subscriptions where user_id = ${userId}
    order by coalesce(last_used_at, created_at) desc offset ${maxBrowsers})`.execute(tx)
}

export async function deleteSubscription(tx: AuthTx, userId: string, endpoint: string): Promise<void> {
  await tx.deleteFrom('auth.push_subscriptions').where('user_id', '=', userId).where('endpoint', '=', endpoint).execute()
}

export async function deleteSubscriptions(tx: AuthTx, userId: string): Promise<void> {
  await tx.deleteFrom('auth.push_subscriptions').where('user_id', '=', userId).execute()
}

export async function listSubscriptions(tx: AuthTx, userId: string): Promise<(PushTarget & { id: string })[]> {
  return tx
    .selectFrom('auth.push_subscriptions')
    .select(['id', 'endpoint', 'p256dh', 'auth'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
}

export async function touchSubscription(tx: AuthTx, id: string): Promise<void> {
  await tx
    .updateTable('auth.push_subscriptions')
    .set({ last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

export async function exportPreferences(tx: AuthTx, userId: string): Promise<Record<string, readonly object[]>> {
  return {
    notificationPreferences: [(await readPreferences(tx, userId)).preferences],
    browsersWithPush: await tx
      .selectFrom('auth.push_subscriptions')
      .select(['endpoint', 'user_agent', 'created_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .execute(),
  }
}
