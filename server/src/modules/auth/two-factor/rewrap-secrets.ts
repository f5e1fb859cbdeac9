import type { AuthTx } from '../../../platform/db/database.ts'
import { zeroId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createRewrapper } from '../../../platform/resources/rewrap-secrets.ts'
import type { Rewrapped } from '../../../platform/resources/rewrap-secrets.ts'
import { listSealedSecrets, replaceSealedSecrets } from './store.ts'
import { totpPlace } from './typed-codes.ts'

const batch = 500

/** Secrets of all authenticator apps; owners are their accounts. */
export async function rewrapTotpSecrets({ keyRing }: Platform, tx: AuthTx): Promise<Rewrapped<string>> {
  const { result, rewrap } = createRewrapper<string>(keyRing)
  let accounts = 0
  let after = zeroId
  for (;;) {
    const rows = await listSealedSecrets(tx, after, batch)
    for (const { user_id: userId, ...before } of rows) {
      after = userId
      const sealed = {
        sealed_secret: rewrap(before.sealed_secret, totpPlace(userId), userId),
        pending_secret: rewrap(before.pending_secret, totpPlace(userId), userId),
      }
      if (sealed.sealed_secret === before.sealed_secret && sealed.pending_secret === before.pending_secret) continue
      await replaceSealedSecrets(tx, userId, sealed)
      accounts += 1
    }
    if (rows.length < batch) return { rewrapped: accounts, unreadable: [...new Set(result.unreadable)] }
  }
}
