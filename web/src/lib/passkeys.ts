import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@imperium/contract/auth/passkeys.ts'
import { t } from './words.ts'

/** True if this browser supports passkeys: they need a secure context. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function'

/** The device created or returned no passkey: cancelled, timed out or not supported. The message is for the user. */
export class PasskeyError extends Error {
  override name = 'PasskeyError'
}

/** Creates a passkey on the device. Throws PasskeyError. */
export async function makePasskey(options: PasskeyCreationOptions) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  try {
    const made = await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
    return { ...made, clientExtensionResults: { ...made.clientExtensionResults } }
  } catch (cause) {
    const known = cause instanceof Error && cause.name === 'InvalidStateError'
    throw new PasskeyError(known ? t('This device already has a passkey for your account.') : t('No passkey was created.'), { cause })
  }
}

/** Signs a challenge with a passkey of the device. Throws PasskeyError. */
export async function signChallenge(options: PasskeyRequestOptions) {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    const given = await startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })
    return { ...given, clientExtensionResults: { ...given.clientExtensionResults } }
  } catch (cause) {
    throw new PasskeyError(t('No passkey was used.'), { cause })
  }
}
