import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@imperium/contract/auth/passkeys.ts'
import { t } from './words.ts'

/** Whether this browser can have passkeys at all: they need a secure page. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function'

/** The device made or gave no passkey: dismissed, too late, or not able to. The message is for the person. */
export class PasskeyError extends Error {
  override name = 'PasskeyError'
}

/** Lets the device make a passkey. Throws PasskeyError. */
export async function makePasskey(options: PasskeyCreationOptions) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  try {
    const made = await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
    return { ...made, clientExtensionResults: { ...made.clientExtensionResults } }
  } catch (cause) {
    const known = cause instanceof Error && cause.name === 'InvalidStateError'
    throw new PasskeyError(known ? t('This device already has a passkey for your account.') : t('No passkey was made.'), { cause })
  }
}

/** Lets the device answer with a passkey. Throws PasskeyError. */
export async function answerWithPasskey(options: PasskeyRequestOptions) {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    const given = await startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })
    return { ...given, clientExtensionResults: { ...given.clientExtensionResults } }
  } catch (cause) {
    throw new PasskeyError(t('No passkey was used.'), { cause })
  }
}
