import { randomBytes } from 'node:crypto'
import type { Platform } from '../../../platform/platform.ts'

/** What binds the sealed secret of a webhook to its row. */
export const webhookPlace = (workflowId: string): string => `workflow_triggers.secret:${workflowId}`

const newSecret = (): string => `whsec_${randomBytes(24).toString('base64url')}`

/** A new secret, for its caller and sealed for the database. */
export function makeWebhookSecret({ keyRing }: Pick<Platform, 'keyRing'>, workflowId: string): { secret: string; sealed: string } {
  const secret = newSecret()
  return { secret, sealed: keyRing.encrypt(secret, webhookPlace(workflowId)) }
}
