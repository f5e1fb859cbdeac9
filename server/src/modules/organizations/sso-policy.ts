import type { OrgTx } from '../../platform/db/database.ts'
import { signal } from '../../platform/events/live.ts'
import { listMemberIds } from './two-factor-policy.ts'
import { accessChanged } from '../../platform/auth/access-signals.ts'

/** From now on members with an address in these domains access the tenant by its own provider only; the owner may use other methods too. */
export async function requireSsoOf(tx: OrgTx, domains: readonly string[]): Promise<void> {
  await tx
    .updateTable('auth.organizations')
    .set({ sso_required_domains: [...domains] })
    .where('id', '=', tx.orgId)
    .execute()
  for (const userId of await listMemberIds(tx)) await signal(tx, accessChanged({ userId }))
}
