import type { SystemTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createRewrapper } from '../../../platform/resources/rewrap-secrets.ts'
import type { Rewrapped } from '../../../platform/resources/rewrap-secrets.ts'
import { webhookPlace } from '../triggers/webhook-secret.ts'
import { credentialPlace } from './credential-secret.ts'
import { listSealed, listSealedTriggers, replaceSeal, replaceTriggerSeal } from './credentials-store.ts'

type Owner = { orgId: string; id: string }

/** Secrets of credentials and of webhooks; owners are credentials and workflows. */
export async function rewrapWorkflowSecrets({ keyRing }: Pick<Platform, 'keyRing'>, tx: SystemTx): Promise<Rewrapped<Owner>> {
  const { result, rewrap } = createRewrapper<Owner>(keyRing)
  for (const { org_id: orgId, id, secret } of await listSealed(tx))
    await replaceSeal(tx, { orgId, id }, rewrap(secret, credentialPlace(id), { orgId, id }))
  for (const { org_id: orgId, workflow_id: id, secret } of await listSealedTriggers(tx))
    if (secret !== null) await replaceTriggerSeal(tx, { orgId, id }, rewrap(secret, webhookPlace(id), { orgId, id }))
  return result
}
