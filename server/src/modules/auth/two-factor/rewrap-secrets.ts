import { SealError } from '../../../platform/crypto/crypto.ts'
import type { KeyRing } from '../../../platform/crypto/crypto.ts'
import type { AuthTx } from '../../../platform/db/database.ts'
import { zeroId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { listSealedSecrets, replaceSealedSecrets } from './store.ts'
import { totpPlace } from './typed-codes.ts'

const batch = 500

/**
 * Seals the secrets of all authenticator apps under the current encryption key; those already under it stay as they are.
 * @returns how many were sealed anew, and the accounts whose secret opens with no configured key (their factor must be reset).
 */
export async function rewrapTotpSecrets({ keyRing }: Platform, tx: AuthTx): Promise<{ rewrapped: number; unreadable: string[] }> {
  const result = { rewrapped: 0, unreadable: [] as string[] }
  let after = zeroId
  for (;;) {
    const rows = await listSealedSecrets(tx, after, batch)
    for (const row of rows) {
      after = row.user_id
      try {
        const sealed = {
          sealed_secret: rewrap(keyRing, row.sealed_secret, row.user_id),
          pending_secret: rewrap(keyRing, row.pending_secret, row.user_id),
        }
        if (sealed.sealed_secret === row.sealed_secret && sealed.pending_secret === row.pending_secret) continue
        await replaceSealedSecrets(tx, row.user_id, sealed)
        result.rewrapped += 1
      } catch (error) {
        if (!(error instanceof SealError)) throw error
        result.unreadable.push(row.user_id)
      }
    }
    if (rows.length < batch) return result
  }
}

const rewrap = (keyRing: KeyRing, sealed: string | null, userId: string) =>
  sealed !== null && keyRing.needsRotation(sealed) ? keyRing.rewrap(sealed, totpPlace(userId)) : sealed
