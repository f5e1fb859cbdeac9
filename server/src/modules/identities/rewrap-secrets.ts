import { SealError } from '../../platform/crypto/crypto.ts'
import type { SystemTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { sealedSecretPlace } from './connection-secret.ts'
import { listSealedSecrets, replaceSealedSecret } from './sso-store.ts'

/**
 * Seals the client secrets of all single sign-on connections under the current encryption key; those already under it stay.
 * @returns how many were sealed anew, and the organizations whose secret opens with no configured key (it must be entered again).
 */
export async function rewrapSsoSecrets({ keyRing }: Platform, tx: SystemTx): Promise<{ rewrapped: number; unreadable: string[] }> {
  const result = { rewrapped: 0, unreadable: [] as string[] }
  for (const { org_id: orgId, sealed_secret: sealed } of await listSealedSecrets(tx)) {
    try {
      if (!keyRing.needsRotation(sealed)) continue
      await replaceSealedSecret(tx, orgId, keyRing.rewrap(sealed, sealedSecretPlace(orgId)))
      result.rewrapped += 1
    } catch (error) {
      if (!(error instanceof SealError)) throw error
      result.unreadable.push(orgId)
    }
  }
  return result
}
