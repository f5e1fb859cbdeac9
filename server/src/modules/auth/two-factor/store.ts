import { sql } from 'kysely'
import type { AuthTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'

/** Locks the account's row, so that concurrent changes of its factors run in turn; null for an account that is not active. */
export async function lockAccount(tx: AuthTx, userId: string): Promise<{ hasSecondFactor: boolean } | null> {
  const row = await tx
    .selectFrom('auth.users')
    .select('second_factor_at')
    .where('id', '=', userId)
    .where('status', '=', 'ACTIVE')
    .forUpdate()
    .executeTakeFirst()
  return row ? { hasSecondFactor: row.second_factor_at !== null } : null
}

/** Locks the account's row; true if its address was never verified. */
export async function lockUnproved(tx: AuthTx, userId: string): Promise<boolean> {
  const row = await tx.selectFrom('auth.users').select('email_verified_at').where('id', '=', userId).forUpdate().executeTakeFirst()
  return row?.email_verified_at === null
}

export async function setSecondFactor(tx: AuthTx, userId: string, since: Date | null): Promise<void> {
  await tx.updateTable('auth.users').set({ second_factor_at: since }).where('id', '=', userId).execute()
}

export const findTotp = (tx: AuthTx, userId: string) =>
  tx
    .selectFrom('auth.totp_credentials')
    .select(['sealed_secret', 'confirmed_at', 'pending_secret', 'pending_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()

export async function putPendingTotp(tx: AuthTx, userId: string, sealed: string, now: Date): Promise<void> {
  await tx
    .insertInto('auth.totp_credentials')
    .values({ user_id: userId, pending_secret: sealed, pending_at: now, created_at: now })
    .onConflict((on) => on.column('user_id').doUpdateSet({ pending_secret: sealed, pending_at: now }))
    .execute()
}

/** The secret that was set up takes the place of the one in use. False when it is no longer the one that the code was of. */
export async function confirmTotp(tx: AuthTx, userId: string, sealed: string, step: number, now: Date): Promise<boolean> {
  const result = await tx
    .updateTable('auth.totp_credentials')
    .set({ sealed_secret: sealed, confirmed_at: now, last_step: step, pending_secret: null, pending_at: null })
    .where('user_id', '=', userId)
    .where('pending_secret', '=', sealed)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Consumes a time step and all before it; false if it was already used (RFC 6238, 5.2). Of several concurrent calls, one gets true. */
export async function consumeTotpStep(tx: AuthTx, userId: string, sealed: string, step: number): Promise<boolean> {
  const result = await tx
    .updateTable('auth.totp_credentials')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('sealed_secret', '=', sealed)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function deleteTotp(tx: AuthTx, userId: string): Promise<boolean> {
  const result = await tx.deleteFrom('auth.totp_credentials').where('user_id', '=', userId).executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function replaceRecoveryCodes(tx: AuthTx, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('auth.recovery_codes').where('user_id', '=', userId).execute()
  if (hashes.length === 0) return
  await tx
    .insertInto('auth.recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

export async function consumeRecoveryCode(tx: AuthTx, userId: string, hash: Buffer, now: Date): Promise<boolean> {
  const result = await tx
    .updateTable('auth.recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function countRecoveryCodes(tx: AuthTx, userId: string): Promise<number> {
  const row = await tx
    .selectFrom('auth.recovery_codes')
    .select((each) => each.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.left
}

/** Ends every session of an account but one (`keep` null: all), and with them its connected assistants. */
export async function endSessionsExcept(tx: AuthTx, userId: string, keep: string | null, reason: string, now: Date): Promise<number> {
  await tx
    .updateTable('auth.users')
    .set({ connections_ended_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', userId)
    .execute()
  const result = await tx
    .updateTable('auth.sessions')
    .set({ ended_at: now, ended_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(keep !== null, (query) => query.where('id', '!=', keep ?? ''))
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** How many of these accounts have no second factor. */
export async function countWithoutFactor(tx: AuthTx, userIds: readonly string[]): Promise<number> {
  if (userIds.length === 0) return 0
  const row = await tx
    .selectFrom('auth.users')
    .select((each) => each.fn.countAll<number>().as('without'))
    .where('id', 'in', userIds)
    .where('second_factor_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.without
}

const passkeyColumns = [
  'id',
  'user_id',
  'credential_id',
  'public_key',
  'counter',
  'transports',
  'name',
  'backed_up',
  'created_at',
  'last_used_at',
] as const

const passkeys = (tx: AuthTx) => tx.selectFrom('auth.passkeys').select(passkeyColumns)

export type PasskeyRow = Awaited<ReturnType<typeof listPasskeys>>[number]

export const listPasskeys = (tx: AuthTx, userId: string) =>
  passkeys(tx).where('user_id', '=', userId).orderBy('created_at').orderBy('id').limit(50).execute()

/** Locked until the transaction ends: of two responses with one counter, the second reads the first one's update. */
export const findPasskey = (tx: AuthTx, credentialId: Buffer) =>
  passkeys(tx).where('credential_id', '=', credentialId).forUpdate().executeTakeFirst()

export async function insertPasskey(
  tx: AuthTx,
  row: Pick<PasskeyRow, 'user_id' | 'credential_id' | 'public_key' | 'counter' | 'transports' | 'name' | 'backed_up' | 'created_at'>,
): Promise<PasskeyRow | undefined> {
  return tx
    .insertInto('auth.passkeys')
    .values({ id: newId(), ...row })
    .onConflict((on) => on.column('credential_id').doNothing())
    .returning(passkeyColumns)
    .executeTakeFirst()
}

export async function markPasskeyUsed(tx: AuthTx, id: string, counter: number, backedUp: boolean, now: Date): Promise<void> {
  await tx.updateTable('auth.passkeys').set({ counter, backed_up: backedUp, last_used_at: now }).where('id', '=', id).execute()
}

export const renamePasskey = (tx: AuthTx, userId: string, id: string, name: string) =>
  tx
    .updateTable('auth.passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(passkeyColumns)
    .executeTakeFirst()

export const deletePasskey = (tx: AuthTx, userId: string, id: string) =>
  tx.deleteFrom('auth.passkeys').where('id', '=', id).where('user_id', '=', userId).returning('name').executeTakeFirst()

export async function deletePasskeys(tx: AuthTx, userId: string): Promise<number> {
  const result = await tx.deleteFrom('auth.passkeys').where('user_id', '=', userId).executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Sealed secrets of authenticator apps from an account on, for sealing them anew. */
export const listSealedSecrets = (tx: AuthTx, after: string, limit: number) =>
  tx
    .selectFrom('auth.totp_credentials')
    .select(['user_id', 'sealed_secret', 'pending_secret'])
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(limit)
    .execute()

export async function replaceSealedSecrets(
  tx: AuthTx,
  userId: string,
  sealed: { sealed_secret: string | null; pending_secret: string | null },
): Promise<void> {
  await tx.updateTable('auth.totp_credentials').set(sealed).where('user_id', '=', userId).execute()
}
