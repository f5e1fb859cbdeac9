import type { SystemTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { createRewrapper } from '../../platform/resources/rewrap-secrets.ts'
import type { Rewrapped } from '../../platform/resources/rewrap-secrets.ts'
import { listSealed, replaceSeals } from './store.ts'
import { headersPlace, secretPlace } from './webhook-secret.ts'

type Owner = { orgId: string; id: string }

export async function rewrapWebhookSecrets({ keyRing }: Pick<Platform, 'keyRing'>, tx: SystemTx): Promise<Rewrapped<Owner>> {
  const { result, rewrap } = createRewrapper<Owner>(keyRing)
  for (const row of await listSealed(tx)) {
    const owner = { orgId: row.org_id, id: row.id }
    await replaceSeals(tx, {
      ...row,
      secret: rewrap(row.secret, secretPlace(row.id), owner),
      former_secret: rewrap(row.former_secret, secretPlace(row.id), owner),
      headers: rewrap(row.headers, headersPlace(row.id), owner),
    })
  }
  return result
}
