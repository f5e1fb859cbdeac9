import { sql } from 'kysely'
import type { SystemTx } from '../../platform/db/database.ts'
import { zeroId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { createRewrapper } from '../../platform/resources/rewrap-secrets.ts'
import type { Rewrapped } from '../../platform/resources/rewrap-secrets.ts'
import { apiKeyPlace } from './api-key.ts'

const batch = 500

/** Sealed keys of every organization, `after` a row on, locked until the transaction ends. */
const listSealedKeys = (tx: SystemTx, after: { orgId: string; id: string }, limit: number) =>
  tx
    .selectFrom('ai_model_configs')
    .select(['org_id', 'id', 'api_key_sealed'])
    .where('api_key_sealed', 'is not', null)
    .where(sql<boolean>`(org_id, id) > (${after.orgId}::uuid, ${after.id}::uuid)`)
    .orderBy('org_id')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()

async function replaceSealedKey(tx: SystemTx, orgId: string, id: string, sealed: string): Promise<void> {
  await tx.updateTable('ai_model_configs').set({ api_key_sealed: sealed }).where('org_id', '=', orgId).where('id', '=', id).execute()
}

/** API keys of every organization's models; owners are their configurations. */
export async function rewrapKeys({ keyRing }: Platform, tx: SystemTx): Promise<Rewrapped<{ orgId: string; configId: string }>> {
  const { result, rewrap } = createRewrapper<{ orgId: string; configId: string }>(keyRing)
  let after = { orgId: zeroId, id: zeroId }
  for (;;) {
    const rows = await listSealedKeys(tx, after, batch)
    for (const { org_id: orgId, id, api_key_sealed: sealed } of rows) {
      after = { orgId, id }
      const anew = rewrap(sealed, apiKeyPlace(id), { orgId, configId: id })
      if (anew !== null && anew !== sealed) await replaceSealedKey(tx, orgId, id, anew)
    }
    if (rows.length < batch) return result
  }
}
