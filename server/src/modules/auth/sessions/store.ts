import type { AuthTx } from '../../../platform/db/database.ts'

/** Sessions that a request could still use: neither ended nor over nor idle for too long. */
export async function listSessions(tx: AuthTx, userId: string, { now, idleSince }: { now: Date; idleSince: Date }) {
  return tx
    .selectFrom('auth.sessions')
    .select(['id', 'ip_address', 'user_agent', 'created_at', 'last_active_at', 'expires_at', 'method'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_active_at', '>', idleSince)
    .orderBy('last_active_at', 'desc')
    .limit(200)
    .execute()
}

/** The account's sign-ins and failed tries, newest first, from below `before` on. */
export async function listLogins(tx: AuthTx, userId: string, { before, limit }: { before: string | null; limit: number }) {
  return tx
    .selectFrom('auth.login_events')
    .select(['id', 'at', 'ip_address', 'user_agent', 'success', 'reason', 'method'])
    .where('user_id', '=', userId)
    .$if(before !== null, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
