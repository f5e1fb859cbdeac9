import { sql } from 'kysely'
import type { AuthTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { addressGroup } from '../../platform/auth/rate-limit.ts'
import { setPassword } from './password/store.ts'

export interface NewUser {
  id: string
  email: string
  firstName: string
  lastName: string
  language: string
  termsVersion: string
}

/** False when the address already has an account. */
export async function insertUser(tx: AuthTx, user: NewUser, passwordHash: string, now: Date): Promise<boolean> {
  const result = await tx
    .insertInto('auth.users')
    .values({
      id: user.id,
      email: user.email,
      first_name: user.firstName,
      last_name: user.lastName,
      language: user.language,
      terms_version: user.termsVersion,
    })
    .onConflict((on) => on.column('email').doNothing())
    .executeTakeFirst()
  if (!result.numInsertedOrUpdatedRows) return false
  await setPassword(tx, user.id, passwordHash, now)
  return true
}

const accountColumns = [
  'u.id',
  'u.email',
  'u.first_name',
  'u.last_name',
  'u.status',
  'u.last_org_id',
  'u.created_at',
  'u.email_verified_at',
  'u.second_factor_at',
  'u.language',
  'u.time_zone',
  'u.date_format',
  'u.time_format',
  'u.deletes_at',
  'p.hash',
  'p.changed_at as password_changed_at',
] as const

const accounts = (tx: AuthTx) =>
  tx.selectFrom('auth.users as u').leftJoin('auth.user_passwords as p', 'p.user_id', 'u.id').select(accountColumns)

export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** An account by its address; `hash` is null for one that signs in without a password. */
export const findAccount = (tx: AuthTx, email: string) => accounts(tx).where('u.email', '=', email).executeTakeFirst()

export const findAccountById = (tx: AuthTx, id: string) => accounts(tx).where('u.id', '=', id).executeTakeFirst()

/** The kinds of second factors that an account has. */
export async function listFactors(tx: AuthTx, userId: string): Promise<{ totp: boolean; passkey: boolean; recovery: boolean }> {
  const { rows } = await sql<{ totp: boolean; passkey: boolean; recovery: boolean }>`
    select exists (select 1 from auth.totp_credentials where user_id = ${userId} and confirmed_at is not null) as totp,
           exists (select 1 from auth.passkeys where user_id = ${userId}) as passkey,
           exists (select 1 from auth.recovery_codes where user_id = ${userId} and used_at is null) as recovery`.execute(tx)
  return rows[0] ?? { totp: false, passkey: false, recovery: false }
}

/** Stores a new hash of the same password, unless it was changed meanwhile. Its age stays. */
export async function replaceHash(tx: AuthTx, userId: string, before: string, after: string): Promise<void> {
  await tx.updateTable('auth.user_passwords').set({ hash: after }).where('user_id', '=', userId).where('hash', '=', before).execute()
}

export interface NewChallenge {
  id: string
  kind: 'second-factor' | 'passkey-sign-in' | 'passkey-setup' | 'passkey-confirm'
  userId: string | null
  tokenHash: Buffer
  method: string | null
  webauthnChallenge: string | null
  /** The organization that the sign-in begins in. */
  orgId?: string | null
  expiresAt: Date
}

export async function insertChallenge(tx: AuthTx, challenge: NewChallenge): Promise<void> {
  await tx
    .insertInto('auth.challenges')
    .values({
      id: challenge.id,
      kind: challenge.kind,
      user_id: challenge.userId,
      token_hash: challenge.tokenHash,
      method: challenge.method,
      webauthn_challenge: challenge.webauthnChallenge,
      begin_org_id: challenge.orgId ?? null,
      expires_at: challenge.expiresAt,
    })
    .execute()
}

export interface NewSession {
  id: string
  tokenHash: Buffer
  familyId: string
  userId: string
  currentOrgId: string | null
  transport: 'cookie' | 'bearer'
  ipAddress: string
  userAgent: string
  createdAt: Date
  expiresAt: Date
  method: string
  ssoOrgId: string | null
  authenticatedAt: Date
}

export async function insertSession(tx: AuthTx, session: NewSession): Promise<void> {
  await tx
    .insertInto('auth.sessions')
    .values({
      id: session.id,
      token_hash: session.tokenHash,
      family_id: session.familyId,
      user_id: session.userId,
      current_org_id: session.currentOrgId,
      transport: session.transport,
      ip_address: session.ipAddress,
      user_agent: session.userAgent,
      created_at: session.createdAt,
      last_active_at: session.createdAt,
      expires_at: session.expiresAt,
      method: session.method,
      sso_org_id: session.ssoOrgId,
      authenticated_at: session.authenticatedAt,
    })
    .execute()
}

/** Ends the session of a token if it is active; returns its user. */
export async function endSessionByToken(tx: AuthTx, tokenHash: Buffer, now: Date): Promise<string | null> {
  const row = await tx
    .updateTable('auth.sessions')
    .set({ ended_at: now, ended_reason: 'signed in again' })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** True when the session was live and is now ended. */
export async function endSession(tx: AuthTx, userId: string, sessionId: string, reason: string): Promise<boolean> {
  const result = await tx
    .updateTable('auth.sessions')
    .set({ ended_at: new Date(), ended_reason: reason })
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export interface LoginEvent {
  userId: string | null
  ipAddress: string
  userAgent: string
  success: boolean
  /** Why it failed. */
  reason?: string
  /** How the user authenticated or tried to. */
  method?: string
  /** Now unless given. */
  at?: Date
}

/** Writes into the history of sign-ins, which the user sees and which makes a network known. */
export async function recordLogin(tx: AuthTx, event: LoginEvent): Promise<void> {
  await tx
    .insertInto('auth.login_events')
    .values({
      id: newId(),
      user_id: event.userId,
      ip_address: event.ipAddress,
      network: addressGroup(event.ipAddress),
      user_agent: event.userAgent,
      success: event.success,
      reason: event.reason ?? null,
      method: event.method ?? null,
      ...(event.at ? { at: event.at } : {}),
    })
    .execute()
}
