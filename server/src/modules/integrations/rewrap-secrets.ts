import type { SystemTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { createRewrapper } from '../../platform/resources/rewrap-secrets.ts'
import type { Rewrapped } from '../../platform/resources/rewrap-secrets.ts'
import { secretsPlace } from './connection-secrets.ts'
import { listSealed, replaceSeal } from './store.ts'

type Owner = { orgId: string; id: string }

export async function rewrapConnectionSecrets({ keyRing }: Pick<Platform, 'keyRing'>, tx: SystemTx): Promise<Rewrapped<Owner>> {
  const { result, rewrap } = createRewrapper<Owner>(keyRing)
  for (const { org_id: orgId, id, secrets } of await listSealed(tx)) {
    const owner = { orgId, id }
    await replaceSeal(tx, owner, rewrap(secrets, secretsPlace(id), owner))
  }
  return result
}
