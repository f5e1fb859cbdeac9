import type { SystemTx } from '../../platform/db/database.ts'
import { zeroId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { createRewrapper } from '../../platform/resources/rewrap-secrets.ts'
import type { Rewrapped } from '../../platform/resources/rewrap-secrets.ts'
import { apiKeyPlace } from './api-key.ts'
import { listSealedKeys, replaceSealedKey } from './store.ts'

const batch = 500

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
