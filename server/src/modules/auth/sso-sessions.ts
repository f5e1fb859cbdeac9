import { signal } from '../../platform/events/live.ts'
import type { AuthTx } from '../../platform/db/database.ts'
import { accessChanged } from '../../platform/auth/access-signals.ts'

/** Ends the sessions opened by an organization's provider, of all users or one. */
export async function endSessionsOfSso(tx: AuthTx, orgId: string, userId?: string): Promise<void> {
  const ended = await tx
    .updateTable('auth.sessions')
    .set({ ended_at: new Date(), ended_reason: 'single sign-on changed' })
    .where('sso_org_id', '=', orgId)
    .where('ended_at', 'is', null)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .returning('user_id')
    .execute()
  for (const userId of new Set(ended.map((row) => row.user_id))) await signal(tx, accessChanged({ userId }))
}
