import { SealError } from '../../../platform/crypto/crypto.ts'
import type { KeyRing } from '../../../platform/crypto/crypto.ts'
import { conflict } from '../../../platform/errors.ts'

/** Secrets of an account; each provider uses its own subset of these. */
export interface AccountSecret {
  /** SMTP. */
  password?: string | undefined
  /** SMS (Twilio-compatible). */
  authToken?: string | undefined
  /** WhatsApp (Cloud-API-compatible). */
  accessToken?: string | undefined
  /** WhatsApp: signs the provider's calls to us. */
  appSecret?: string | undefined
  /** Webhook: signs our calls. */
  signingSecret?: string | undefined
  /** Webhook: the previous secret, as long as it also signs. */
  formerSigningSecret?: string | undefined
  /** Webhook: header values by name. */
  headers?: Record<string, string> | undefined
}

/** Binds a sealed value to its row and column: copied elsewhere it does not open. */
export const secretPlace = (accountId: string) => `channel_accounts.secret:${accountId}`

export const sealSecret = (keyRing: KeyRing, accountId: string, secret: AccountSecret): string =>
  keyRing.encrypt(JSON.stringify(secret), secretPlace(accountId))

/** @throws 409 if it cannot be decrypted with the configured keys: it must be entered again. */
export function openSecret(keyRing: KeyRing, accountId: string, sealed: string | null): AccountSecret {
  if (sealed === null) return {}
  return JSON.parse(openSealed(keyRing, sealed, secretPlace(accountId))) as AccountSecret
}

/** @throws 409 if it cannot be decrypted with the configured keys. */
export function openSealed(keyRing: KeyRing, sealed: string, place: string): string {
  try {
    return keyRing.decrypt(sealed, place)
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    throw conflict('The stored secret does not open with the configured encryption key. Enter it again.')
  }
}
