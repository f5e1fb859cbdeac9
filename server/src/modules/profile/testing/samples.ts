import { gzipSync } from 'node:zlib'
import { issueToken } from '../../auth/index.ts'
import { hashToken, newToken } from '../../../platform/crypto/crypto.ts'
import { newId } from '../../../platform/ids.ts'
import type { Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

/** A picture of one pixel. */
const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

/** The token of an emailed link, for a separate user that the operation may change or delete. */
async function linkOf({ t }: Setting, purpose: 'delete-account'): Promise<string> {
  const userId = newId()
  const token = newToken()
  await t.owner.query(`insert into auth.users (id, email, first_name, last_name, terms_version) values ($1, $2, 'Some', 'Body', 'x')`, [
    userId,
    `${userId}@example.com`,
  ])
  await t.owner.query(
    `insert into auth.one_time_tokens (id, user_id, purpose, token_hash, email, expires_at) values ($1, $2, $3, $4, $5, now() + interval '1 hour')`,
    [newId(), userId, purpose, hashToken(token), `new-${userId}@example.com`],
  )
  return token
}

async function writeExport({ t, caller }: Setting): Promise<string> {
  const id = newId()
  await t.owner.query(
    `insert into auth.person_exports (id, user_id, status, content, size_bytes, expires_at) values ($1, $2, 'ready', $3, 2, now() + interval '1 day')`,
    [id, caller.userId, gzipSync('{}')],
  )
  return id
}

async function writeAvatar({ t, caller }: Setting): Promise<string> {
  await t.owner.query(`insert into auth.avatars (user_id, version, content) values ($1, 'v1', $2) on conflict do nothing`, [
    caller.userId,
    pixel,
  ])
  return caller.userId
}

export const samples: Samples<'profile'> = {
  'profile.read': (): Sample => ({}),
  'profile.update': ({ word }: Setting): Sample => ({ body: { lastName: word('Renamed') } }),
  'profile.updatePreferences': (): Sample => ({ body: { timeZone: 'Europe/Paris' } }),
  'profile.setAvatar': (): Sample => ({ file: { type: 'image/png', bytes: pixel } }),
  'profile.removeAvatar': (): Sample => ({}),
  'profile.listAvatars': ({ caller }: Setting): Sample => ({ query: { ids: `${caller.userId},${newId()}` } }),
  'profile.readAvatar': async (setting: Setting): Promise<Sample> => ({ params: { id: await writeAvatar(setting) } }),
  'profile.requestEmail': ({ word }: Setting): Sample => ({ body: { email: `${word('moved').toLowerCase()}@example.com` } }),
  // To the address that the caller has: the other samples sign in with it.
  'profile.confirmEmail': async ({ t, caller }: Setting): Promise<Sample> => {
    const wish = { userId: caller.userId, purpose: 'change-email' as const, email: caller.email, minutes: 30, now: new Date() }
    return { body: { token: await t.platform.db.withAuth((tx) => issueToken(tx, wish)) } }
  },
  'profile.readExport': (): Sample => ({}),
  'profile.requestExport': (): Sample => ({}),
  'profile.downloadExport': async (setting: Setting): Promise<Sample> => ({ params: { id: await writeExport(setting) } }),
  'profile.requestDeletion': (): Sample => ({}),
  'profile.confirmDeletion': async (setting: Setting): Promise<Sample> => ({ body: { token: await linkOf(setting, 'delete-account') } }),
  'profile.cancelDeletion': (): Sample => ({}),
}
