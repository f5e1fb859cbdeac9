import type { KeyRing } from '../../../platform/crypto/crypto.ts'
import type { OrgTx } from '../../../platform/db/database.ts'

interface SecretPlace {
  artifactId: string
  environment: string
  name: string
}

/** Bound to its environment too: the secret of production opens nowhere else. */
export const placeOfSecret = ({ artifactId, environment, name }: SecretPlace): string =>
  `code_artifact_secrets.value:${artifactId}:${environment}:${name}`

export async function saveSecret(
  keyRing: KeyRing,
  tx: OrgTx,
  place: SecretPlace,
  value: string,
  by: { id: string; name: string },
  at: Date,
): Promise<void> {
  const sealed = keyRing.encrypt(value, placeOfSecret(place))
  const values = { sealed_value: sealed, set_by: by.id, set_by_name: by.name, updated_at: at }
  await tx
    .insertInto('code_artifact_secrets')
    .values({ org_id: tx.orgId, artifact_id: place.artifactId, environment: place.environment, name: place.name, ...values })
    .onConflict((on) => on.columns(['org_id', 'artifact_id', 'environment', 'name']).doUpdateSet(values))
    .execute()
}

export const deleteSecret = (tx: OrgTx, { artifactId, environment, name }: SecretPlace) =>
  tx
    .deleteFrom('code_artifact_secrets')
    .where('artifact_id', '=', artifactId)
    .where('environment', '=', environment)
    .where('name', '=', name)
    .returning('name')
    .executeTakeFirst()

/** Names only: a secret is never shown. */
export const listSecrets = (tx: OrgTx, artifactId: string) =>
  tx
    .selectFrom('code_artifact_secrets')
    .select(['environment', 'name', 'set_by_name', 'updated_at'])
    .where('artifact_id', '=', artifactId)
    .orderBy('environment')
    .orderBy('name')
    .execute()

export async function openSecrets(keyRing: KeyRing, tx: OrgTx, artifactId: string, environment: string): Promise<Record<string, string>> {
  const rows = await tx
    .selectFrom('code_artifact_secrets')
    .select(['name', 'sealed_value'])
    .where('artifact_id', '=', artifactId)
    .where('environment', '=', environment)
    .execute()
  return Object.fromEntries(
    rows.map(({ name, sealed_value: sealed }) => [name, keyRing.decrypt(sealed, placeOfSecret({ artifactId, environment, name }))]),
  )
}
