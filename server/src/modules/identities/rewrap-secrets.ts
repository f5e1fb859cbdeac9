import type { SystemTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { createRewrapper } from '../../platform/resources/rewrap-secrets.ts'
import type { Rewrapped } from '../../platform/resources/rewrap-secrets.ts'
import { sealedSecretPlace } from './connection-secret.ts'
import { listSealedSecrets, replaceSealedSecret } from './sso-store.ts'

/** Client secrets of all single sign-on connections; owners are their organizations. */
export async function rewrapSsoSecrets({ keyRing }: Platform, tx: SystemTx): Promise<Rewrapped<string>> {
  const { result, rewrap } = createRewrapper<string>(keyRing)
  for (const { org_id: orgId, sealed_secret: sealed } of await listSealedSecrets(tx)) {
    const anew = rewrap(sealed, sealedSecretPlace(orgId), orgId)
    if (anew !== sealed) await replaceSealedSecret(tx, orgId, anew)
  }
  return result
}
