import { sql } from 'kysely'
import type { PersonExport } from '@imperium/contract/auth/profile.ts'
import type { AuthTx, SystemTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'

export async function findPhone(tx: AuthTx, userId: string): Promise<string> {
  const row = await tx.selectFrom('auth.profiles').select('phone').where('user_id', '=', userId).executeTakeFirst()
  return row?.phone ?? ''
}

export async function savePhone(tx: AuthTx, userId: string, phone: string): Promise<void> {
  await tx
    .insertInto('auth.profiles')
    .values({ user_id: userId, phone })
    .onConflict((on) => on.column('user_id').doUpdateSet({ phone, updated_at: sql<Date>`now()` }))
    .execute()
}

export async function saveAvatar(tx: AuthTx, userId: string, avatar: { content: Buffer; version: string }): Promise<void> {
  await tx
    .insertInto('auth.avatars')
    .values({ user_id: userId, ...avatar })
    .onConflict((on) => on.column('user_id').doUpdateSet({ ...avatar, updated_at: sql<Date>`now()` }))
    .execute()
}

/** False when there was none. */
export async function deleteAvatar(tx: AuthTx, userId: string): Promise<boolean> {
  const result = await tx.deleteFrom('auth.avatars').where('user_id', '=', userId).executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function listAvatarVersions(tx: AuthTx, userIds: readonly string[]): Promise<{ userId: string; version: string }[]> {
  if (userIds.length === 0) return []
  return tx.selectFrom('auth.avatars').select(['user_id as userId', 'version']).where('user_id', 'in', userIds).orderBy('user_id').execute()
}

export const findAvatar = (tx: AuthTx, userId: string) =>
  tx.selectFrom('auth.avatars').select(['version', 'content', 'updated_at']).where('user_id', '=', userId).executeTakeFirst()

const exportColumns = ['id', 'status', 'created_at', 'expires_at', 'size_bytes'] as const

const toExport = (row: { id: string; status: string; created_at: Date; expires_at: Date; size_bytes: number | null }): PersonExport => ({
  id: row.id,
  // The table's check limits it to the values of the contract.
  status: row.status as PersonExport['status'],
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  sizeBytes: row.size_bytes,
})

/** The newest export that has not run out. */
export async function findNewestExport(tx: AuthTx, userId: string, now: Date): Promise<PersonExport | null> {
  const row = await tx
    .selectFrom('auth.person_exports')
    .select(exportColumns)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? toExport(row) : null
}

export async function insertExport(tx: AuthTx, userId: string, now: Date, expiresAt: Date): Promise<PersonExport> {
  const row = await tx
    .insertInto('auth.person_exports')
    .values({ id: newId(), user_id: userId, created_at: now, expires_at: expiresAt })
    .returning(exportColumns)
    .executeTakeFirstOrThrow()
  return toExport(row)
}

/** Stores the file in its row and deletes earlier ones; false if another job finished it, or it was deleted with its account. */
export async function finishExport(tx: AuthTx, userId: string, id: string, file: { content: Buffer; sizeBytes: number }): Promise<boolean> {
  const result = await tx
    .updateTable('auth.person_exports')
    .set({ status: 'ready', content: file.content, size_bytes: file.sizeBytes })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  if (!result.numUpdatedRows) return false
  await tx.deleteFrom('auth.person_exports').where('user_id', '=', userId).where('id', '<', id).execute()
  return true
}

export async function findExportFile(
  tx: AuthTx,
  userId: string,
  id: string,
  now: Date,
): Promise<{ content: Buffer; createdAt: Date } | null> {
  const row = await tx
    .selectFrom('auth.person_exports')
    .select(['content', 'created_at'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('status', '=', 'ready')
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.content ? { content: row.content, createdAt: row.created_at } : null
}

export async function dropExpiredExports(tx: SystemTx, now: Date): Promise<void> {
  await tx.deleteFrom('auth.person_exports').where('expires_at', '<=', now).execute()
}

/** The data of a user in this module; the photo as base64 of its WebP. */
export async function exportProfile(tx: AuthTx, userId: string): Promise<Record<string, readonly object[]>> {
  const photos = await tx.selectFrom('auth.avatars').select(['version', 'content', 'updated_at']).where('user_id', '=', userId).execute()
  return {
    profile: await tx.selectFrom('auth.profiles').select(['phone', 'updated_at']).where('user_id', '=', userId).execute(),
    photo: photos.map(({ content, ...rest }) => ({ ...rest, webpBase64: content.toString('base64') })),
    dataExports: await tx.selectFrom('auth.person_exports').select(exportColumns).where('user_id', '=', userId).execute(),
  }
}
