import { sql } from 'kysely'
import type { Preferences } from '@imperium/contract/auth/auth.ts'
import type { AuthTx, SystemTx } from '../../platform/db/database.ts'
import { isUnchangedSince } from '../../platform/resources/checks.ts'

/** An account as its owner reads and changes it. */
export interface Person {
  id: string
  email: string
  firstName: string
  lastName: string
  emailVerified: boolean
  status: string
  lastOrgId: string | null
  preferences: Preferences
  deletesAt: Date | null
  createdAt: Date
  updatedAt: Date
}

const columns = [
  'id',
  'email',
  'first_name',
  'last_name',
  'email_verified_at',
  'status',
  'last_org_id',
  'language',
  'time_zone',
  'date_format',
  'time_format',
  'deletes_at',
  'created_at',
  'updated_at',
] as const

type Row = NonNullable<Awaited<ReturnType<typeof findRow>>>
const findRow = (tx: AuthTx | SystemTx, userId: string) =>
  tx.selectFrom('auth.users').select(columns).where('id', '=', userId).executeTakeFirst()

const toPerson = (row: Row): Person => ({
  id: row.id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  emailVerified: row.email_verified_at !== null,
  status: row.status,
  lastOrgId: row.last_org_id,
  // The table's checks limit these to the values of the contract.
  preferences: {
    language: row.language,
    timeZone: row.time_zone,
    dateFormat: row.date_format,
    timeFormat: row.time_format,
  } as Preferences,
  deletesAt: row.deletes_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export async function findPerson(tx: AuthTx | SystemTx, userId: string): Promise<Person | null> {
  const row = await findRow(tx, userId)
  return row ? toPerson(row) : null
}

/** Those of the ids that are active accounts. */
export async function listPeople(tx: AuthTx | SystemTx, userIds: readonly string[]): Promise<Person[]> {
  if (userIds.length === 0) return []
  const rows = await tx.selectFrom('auth.users').select(columns).where('id', 'in', userIds).where('status', '=', 'ACTIVE').execute()
  return rows.map(toPerson)
}

export interface PersonChange {
  firstName?: string | undefined
  lastName?: string | undefined
}

/** False if the row changed since `unchangedSince`, to the millisecond that the API shows. */
export async function updatePerson(tx: AuthTx, userId: string, change: PersonChange, unchangedSince?: string): Promise<boolean> {
  const result = await tx
    .updateTable('auth.users')
    .set({
      ...(change.firstName === undefined ? {} : { first_name: change.firstName }),
      ...(change.lastName === undefined ? {} : { last_name: change.lastName }),
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', userId)
    .$if(unchangedSince !== undefined, (query) => query.where(isUnchangedSince('updated_at', unchangedSince ?? '')))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function updatePreferences(
  tx: AuthTx,
  userId: string,
  change: { [K in keyof Preferences]?: Preferences[K] | undefined },
): Promise<void> {
  await tx
    .updateTable('auth.users')
    .set({
      ...(change.language === undefined ? {} : { language: change.language }),
      ...(change.timeZone === undefined ? {} : { time_zone: change.timeZone }),
      ...(change.dateFormat === undefined ? {} : { date_format: change.dateFormat }),
      ...(change.timeFormat === undefined ? {} : { time_format: change.timeFormat }),
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', userId)
    .execute()
}

/** The address that waits for confirmation by link; null if there is none. */
export async function findPendingEmail(tx: AuthTx, userId: string, now: Date): Promise<string | null> {
  const row = await tx
    .selectFrom('auth.one_time_tokens')
    .select('email')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'change-email')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.email ?? null
}

/**
 * Sets another, verified address. Links sent to the earlier one stop working: they would give its reader access.
 * False if another account has the address by now.
 */
export async function changeEmail(tx: AuthTx, userId: string, email: string, now: Date): Promise<boolean> {
  const taken = await tx.selectFrom('auth.users').select('id').where('email', '=', email).where('id', '<>', userId).executeTakeFirst()
  if (taken) return false
  await tx
    .updateTable('auth.users')
    .set({ email, email_verified_at: now, updated_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute()
  await tx.deleteFrom('auth.one_time_tokens').where('user_id', '=', userId).where('used_at', 'is', null).execute()
  return true
}

/** Sets when the account is erased, or with null that it stays. */
export async function scheduleDeletion(tx: AuthTx | SystemTx, userId: string, deletesAt: Date | null): Promise<void> {
  await tx.updateTable('auth.users').set({ deletes_at: deletesAt }).where('id', '=', userId).execute()
}

/** Ends every session of an account, for the reason that the record keeps. Signal `access` in the same transaction. */
export async function endSessionsOf(tx: AuthTx, userId: string, reason: string): Promise<void> {
  await tx
    .updateTable('auth.users')
    .set({ connections_ended_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', userId)
    .execute()
  await tx
    .updateTable('auth.sessions')
    .set({ ended_at: new Date(), ended_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Accounts with an ended grace period, the oldest first. */
export async function listDueDeletions(tx: SystemTx, now: Date, limit: number): Promise<Person[]> {
  const rows = await tx.selectFrom('auth.users').select(columns).where('deletes_at', '<=', now).orderBy('deletes_at').limit(limit).execute()
  return rows.map(toPerson)
}

/** Deletes the account and everything that depends on it: sessions, factors, memberships, profile. False if the deletion was cancelled. */
export async function eraseAccount(tx: SystemTx, userId: string, now: Date): Promise<boolean> {
  const result = await tx.deleteFrom('auth.users').where('id', '=', userId).where('deletes_at', '<=', now).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** The account data of a user, without secrets. */
export async function exportAccount(tx: AuthTx, userId: string): Promise<Record<string, readonly object[]>> {
  return {
    account: await tx
      .selectFrom('auth.users')
      .select([...columns, 'terms_version', 'terms_accepted_at', 'second_factor_at'])
      .where('id', '=', userId)
      .execute(),
    passwords: await tx.selectFrom('auth.user_passwords').select('changed_at').where('user_id', '=', userId).execute(),
    sessions: await tx
      .selectFrom('auth.sessions')
      .select(['id', 'ip_address', 'user_agent', 'method', 'created_at', 'last_active_at', 'expires_at', 'ended_at', 'ended_reason'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
    signIns: await tx
      .selectFrom('auth.login_events')
      .select(['at', 'ip_address', 'user_agent', 'success', 'reason'])
      .where('user_id', '=', userId)
      .orderBy('at')
      .execute(),
    mailedLinks: await tx
      .selectFrom('auth.one_time_tokens')
      .select(['purpose', 'email', 'created_at', 'expires_at', 'used_at'])
      .where('user_id', '=', userId)
      .execute(),
    authenticatorApps: await tx
      .selectFrom('auth.totp_credentials')
      .select(['created_at', 'confirmed_at'])
      .where('user_id', '=', userId)
      .execute(),
    recoveryCodes: await tx.selectFrom('auth.recovery_codes').select(['created_at', 'used_at']).where('user_id', '=', userId).execute(),
    passkeys: await tx
      .selectFrom('auth.passkeys')
      .select(['name', 'created_at', 'last_used_at', 'backed_up'])
      .where('user_id', '=', userId)
      .execute(),
  }
}
