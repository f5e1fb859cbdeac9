import { SealError } from '../../../platform/crypto/crypto.ts'
import type { KeyRing } from '../../../platform/crypto/crypto.ts'
import { conflict } from '../../../platform/errors.ts'

/** Binds a sealed value to its row and column: copied elsewhere it does not open. */
export const credentialPlace = (id: string): string => `workflow_credentials.secret:${id}`

/** @throws 409 when it does not open with the configured keys. */
export function openCredential(keyRing: KeyRing, id: string, sealed: string): string {
  try {
    return keyRing.decrypt(sealed, credentialPlace(id))
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    throw conflict('The stored secret does not open with the configured encryption key. Enter it again.')
  }
}

/** What is shown of a secret that can only be written: at most the first 8 and the last 4 characters; nothing of a short secret. */
export const previewOf = (secret: string): string => (secret.length < 24 ? '••••' : `${secret.slice(0, 4)}…${secret.slice(-4)}`)
