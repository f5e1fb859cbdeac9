import { SealError } from '../../../platform/crypto/crypto.ts'
import type { SystemTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { webhookPlace } from '../triggers/webhook-secret.ts'
import { credentialPlace } from './credential-secret.ts'
import { listSealed, listSealedTriggers, replaceSeal, replaceTriggerSeal } from './credentials-store.ts'

export interface RewrappedSecrets {
  rewrapped: number
  /** Credentials and workflows with a secret that opens with no configured key: it must be entered, or made, again. */
  unreadable: { orgId: string; id: string }[]
}

/** Seals the secrets of credentials and of webhooks under the current encryption key; those already under it stay as they are. */
export async function rewrapWorkflowSecrets({ keyRing }: Pick<Platform, 'keyRing'>, tx: SystemTx): Promise<RewrappedSecrets> {
  const result: RewrappedSecrets = { rewrapped: 0, unreadable: [] }
  const rewrap = (sealed: string, place: string, owner: { orgId: string; id: string }): string => {
    try {
      if (!keyRing.needsRotation(sealed)) return sealed
      const anew = keyRing.rewrap(sealed, place)
      result.rewrapped += 1
      return anew
    } catch (error) {
      if (!(error instanceof SealError)) throw error
      result.unreadable.push(owner)
      return sealed
    }
  }
  for (const { org_id: orgId, id, secret } of await listSealed(tx))
    await replaceSeal(tx, { orgId, id }, rewrap(secret, credentialPlace(id), { orgId, id }))
  for (const { org_id: orgId, workflow_id: id, secret } of await listSealedTriggers(tx))
    if (secret !== null) await replaceTriggerSeal(tx, { orgId, id }, rewrap(secret, webhookPlace(id), { orgId, id }))
  return result
}
