import type { SystemTx } from '../../../platform/db/database.ts'

interface Owner {
  orgId: string
  id: string
}

/** Of all organizations, locked until the transaction ends. */
export const listSealedAccounts = (tx: SystemTx) =>
  tx.selectFrom('channel_accounts').select(['org_id', 'id', 'secret', 'inbound_secret', 'hook_token_sealed']).forUpdate().execute()

export async function replaceAccountSeals(
  tx: SystemTx,
  { orgId, id }: Owner,
  seals: { secret: string | null; inbound_secret: string | null; hook_token_sealed: string | null },
): Promise<void> {
  await tx.updateTable('channel_accounts').set(seals).where('org_id', '=', orgId).where('id', '=', id).execute()
}

export const listSealedDomains = (tx: SystemTx) =>
  tx.selectFrom('sending_domains').select(['org_id', 'id', 'dkim_sealed', 'next_sealed']).forUpdate().execute()

export async function replaceDomainSeals(
  tx: SystemTx,
  { orgId, id }: Owner,
  seals: { dkim_sealed: string; next_sealed: string | null },
): Promise<void> {
  await tx.updateTable('sending_domains').set(seals).where('org_id', '=', orgId).where('id', '=', id).execute()
}
