import { signal } from '../../platform/live.ts'
import type { AuthTx } from '../../platform/db/database.ts'

/** Ends what an organization's provider has opened. */
export async function endSessionsOfSso(tx: AuthTx, orgId: string): Promise<void> {
  const ended = await tx
    .updateTable('auth.sessions')
    .set({ ended_at: new Date(), ended_reason: 'single sign-on changed' })
    .where('sso_org_id', '=', orgId)
    .where('ended_at', 'is', null)
    .returning('user_id')
    .execute()
  for (const userId of new Set(ended.map((row) => row.user_id))) await signal(tx, { kind: 'access', userId })
}
