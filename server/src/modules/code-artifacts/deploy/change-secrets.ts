import type { CodeArtifact } from '@imperium/contract/code-artifacts/code-artifact.ts'
import { conflict } from '../../../platform/errors.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found } from '../../../platform/resources/checks.ts'
import { readArtifact } from '../read-artifact.ts'
import { lockArtifact } from '../store.ts'
import { deleteSecret, listSecrets, saveSecret } from './secrets-store.ts'

interface SecretParams {
  id: string
  environment: 'staging' | 'production'
  name: string
}

const mostSecrets = 40

/** @throws 404, 409 */
export async function setSecret(
  { keyRing, clock }: Platform,
  context: OrgContext,
  { id, environment, name }: SecretParams,
  value: string,
): Promise<CodeArtifact> {
  const { tx, caller, actor, audit } = context
  const row = found(await lockArtifact(tx, id))
  if ((await listSecrets(tx, id)).length >= mostSecrets) throw conflict('A code artifact has at most 40 secrets.')
  const by = { id: caller.userId, name: actor.name }
  await saveSecret(keyRing, tx, { artifactId: id, environment, name }, value, by, clock.now())
  audit({ targetId: id, targetName: row.name, after: { environment, secret: name } })
  return readArtifact(context, tx, id)
}

/** @throws 404 */
export async function removeSecret(context: OrgContext, { id, environment, name }: SecretParams): Promise<CodeArtifact> {
  const { tx, audit } = context
  const row = found(await lockArtifact(tx, id))
  found(await deleteSecret(tx, { artifactId: id, environment, name }))
  audit({ targetId: id, targetName: row.name, before: { environment, secret: name } })
  return readArtifact(context, tx, id)
}
