import type { AuthTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'

export interface NewUser {
  id: string
  email: string
  firstName: string
  lastName: string
  termsVersion: string
}

/** False when the address already has an account. */
export async function insertUser(tx: AuthTx, user: NewUser, passwordHash: string): Promise<boolean> {
  const result = await tx
    .insertInto('auth.users')
    .values({ id: user.id, email: user.email, first_name: user.firstName, last_name: user.lastName, terms_version: user.termsVersion })
    .onConflict((on) => on.column('email').doNothing())
    .executeTakeFirst()
  if (!result.numInsertedOrUpdatedRows) return false
  await tx.insertInto('auth.user_passwords').values({ user_id: user.id, hash: passwordHash }).execute()
  return true
}

export async function findAccount(tx: AuthTx, email: string) {
  return tx
    .selectFrom('auth.users as u')
    .innerJoin('auth.user_passwords as p', 'p.user_id', 'u.id')
    .select(['u.id', 'u.email', 'u.first_name', 'u.last_name', 'u.status', 'u.last_org_id', 'u.created_at', 'p.hash'])
    .where('u.email', '=', email)
    .executeTakeFirst()
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
      expires_at: session.expiresAt,
    })
    .execute()
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

export async function listSessions(tx: AuthTx, userId: string, now: Date) {
  return tx
    .selectFrom('auth.sessions')
    .select(['id', 'ip_address', 'user_agent', 'created_at', 'last_active_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_active_at', 'desc')
    .limit(200)
    .execute()
}

export async function recordLogin(
  tx: AuthTx,
  event: { userId: string | null; ipAddress: string; userAgent: string; success: boolean; reason?: string },
): Promise<void> {
  await tx
    .insertInto('auth.login_events')
    .values({
      id: newId(),
      user_id: event.userId,
      ip_address: event.ipAddress,
      user_agent: event.userAgent,
      success: event.success,
      reason: event.reason ?? null,
    })
    .execute()
}
