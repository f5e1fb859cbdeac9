import type { AuthTx } from '../../platform/db/database.ts'

/** Provider accounts that a user signs in with. */
export const exportIdentities = (tx: AuthTx, userId: string): Promise<object[]> =>
  tx
    .selectFrom('auth.identities')
    .select(['provider', 'issuer', 'subject', 'email', 'connected_at as connectedAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .execute()
