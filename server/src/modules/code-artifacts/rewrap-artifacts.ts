import { sql } from 'kysely'
import type { SystemTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { createRewrapper } from '../../platform/resources/rewrap-secrets.ts'
import type { Rewrapped } from '../../platform/resources/rewrap-secrets.ts'
import { placeOfInput } from './deploy/inputs-store.ts'
import { placeOfSecret } from './deploy/secrets-store.ts'

interface SealedOfArtifact {
  orgId: string
  artifactId: string
  what: string
}

/** Secrets and kept inputs of functions under the newest key. */
export async function rewrapArtifacts({ keyRing }: Pick<Platform, 'keyRing'>, tx: SystemTx): Promise<Rewrapped<SealedOfArtifact>> {
  const { result, rewrap } = createRewrapper<SealedOfArtifact>(keyRing)
  const secrets = await sql<{ org_id: string; artifact_id: string; environment: string; name: string; sealed_value: string }>`
    select org_id, artifact_id, environment, name, sealed_value from app.code_artifact_secrets for update`.execute(tx)
  for (const { org_id: orgId, artifact_id: artifactId, environment, name, sealed_value: sealed } of secrets.rows) {
    const next = rewrap(sealed, placeOfSecret({ artifactId, environment, name }), { orgId, artifactId, what: `the secret ${name}` })
    await sql`update app.code_artifact_secrets set sealed_value = ${next}
      where org_id = ${orgId} and artifact_id = ${artifactId} and environment = ${environment} and name = ${name}`.execute(tx)
  }
  const inputs = await sql<{ org_id: string; id: string; artifact_id: string; sealed_input: string }>`
    select org_id, id, artifact_id, sealed_input from app.code_artifact_inputs for update`.execute(tx)
  for (const { org_id: orgId, id, artifact_id: artifactId, sealed_input: sealed } of inputs.rows) {
    const next = rewrap(sealed, placeOfInput(artifactId, id), { orgId, artifactId, what: 'a kept input' })
    await sql`update app.code_artifact_inputs set sealed_input = ${next} where org_id = ${orgId} and id = ${id}`.execute(tx)
  }
  return result
}
