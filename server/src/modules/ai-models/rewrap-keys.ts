import { SealError } from '../../platform/crypto/crypto.ts'
import type { SystemTx } from '../../platform/db/database.ts'
import { zeroId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { apiKeyPlace } from './api-key.ts'
import { listSealedKeys, replaceSealedKey } from './store.ts'

const batch = 500

/**
 * Seals every organization's keys under the current encryption key; those already under it stay as they are.
 * @returns how many were sealed anew, and the configurations whose key opens with no configured key (they need to be entered again).
 */
export async function rewrapKeys(
  platform: Platform,
  tx: SystemTx,
): Promise<{ rewrapped: number; unreadable: { orgId: string; configId: string }[] }> {
  const { keyRing } = platform
  const result = { rewrapped: 0, unreadable: [] as { orgId: string; configId: string }[] }
  let after = { orgId: zeroId, id: zeroId }
  for (;;) {
    const rows = await listSealedKeys(tx, after, batch)
    for (const row of rows) {
      after = { orgId: row.org_id, id: row.id }
      try {
        if (row.api_key_sealed === null || !keyRing.needsRotation(row.api_key_sealed)) continue
        await replaceSealedKey(tx, row.org_id, row.id, keyRing.rewrap(row.api_key_sealed, apiKeyPlace(row.id)))
        result.rewrapped += 1
      } catch (error) {
        if (!(error instanceof SealError)) throw error
        result.unreadable.push({ orgId: row.org_id, configId: row.id })
      }
    }
    if (rows.length < batch) return result
  }
}
