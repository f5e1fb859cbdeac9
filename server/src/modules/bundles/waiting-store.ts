import type { BundledNounName } from '@imperium/contract/bundles/bundles.ts'
import type { OrgTx } from '../../platform/db/database.ts'

export interface Waiting {
  noun: string
  name: string
  wanted: unknown
  applied: unknown
}

export const listWaiting = (tx: OrgTx): Promise<Waiting[]> =>
  tx.selectFrom('bundle_waiting').select(['noun', 'name', 'wanted', 'applied']).orderBy('noun').orderBy('name').execute()

export async function putWaiting(
  tx: OrgTx,
  { noun, name, wanted, applied }: { noun: BundledNounName; name: string; wanted: unknown; applied: unknown },
): Promise<void> {
  const values = { wanted: JSON.stringify(wanted), applied: applied === null ? null : JSON.stringify(applied) }
  await tx
    .insertInto('bundle_waiting')
    .values({ org_id: tx.orgId, noun, name, ...values })
    .onConflict((on) => on.columns(['org_id', 'noun', 'name']).doUpdateSet(values))
    .execute()
}

export async function deleteWaiting(tx: OrgTx, noun: BundledNounName, name: string): Promise<void> {
  await tx.deleteFrom('bundle_waiting').where('noun', '=', noun).where('name', '=', name).execute()
}
