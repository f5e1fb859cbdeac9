import type { AuthField } from './kit/auth.ts'
import { SealError } from '../../platform/crypto/crypto.ts'
import { conflict } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'

type Keys = Pick<Platform, 'keyRing'>

/** Binds the sealed value to its row. */
export const secretsPlace = (id: string): string => `integration_connections.secrets:${id}`

export const sealSecrets = ({ keyRing }: Keys, id: string, secrets: Readonly<Record<string, string>>): string =>
  keyRing.encrypt(JSON.stringify(secrets), secretsPlace(id))

/** @throws 409 when they do not open with the configured keys. */
export function openSecrets({ keyRing }: Keys, { id, secrets }: { id: string; secrets: string }): Record<string, string> {
  try {
    return JSON.parse(keyRing.decrypt(secrets, secretsPlace(id))) as Record<string, string>
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    throw conflict('The stored secret does not open with the configured encryption key. Enter it again.')
  }
}

/** What is shown of a secret that can only be written: at most the first 8 and the last 4 characters, and nothing of a short secret. */
export const previewOf = (secret: string): string =>
  secret === '' ? '' : secret.length < 24 ? '••••••••' : `${secret.slice(0, 8)}…${secret.slice(-4)}`

/** Which fields are stored open, and which sealed. */
export function splitFields(fields: readonly AuthField[], given: Readonly<Record<string, string>>) {
  const isSecret = (key: string) => fields.find((field) => field.key === key)?.isSecret ?? false
  const entries = Object.entries(given)
  return {
    open: Object.fromEntries(entries.filter(([key]) => !isSecret(key))),
    secret: Object.fromEntries(entries.filter(([key]) => isSecret(key))),
  }
}
