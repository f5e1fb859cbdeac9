import type { OrgTx } from '../../platform/db/database.ts'
import { signal } from '../../platform/events/live.ts'
import { listMemberIds } from './two-factor-policy.ts'

/** From now on members with an address in one of these domains reach the tenant by its own provider only; the owner is let in otherwise too. */
export async function requireSsoOf(tx: OrgTx, domains: readonly string[]): Promise<void> {
  await tx
    .updateTable('auth.organizations')
    .set({ sso_required_domains: [...domains] })
    .where('id', '=', tx.orgId)
    .execute()
  for (const userId of await listMemberIds(tx)) await signal(tx, { kind: 'access', userId })
}
