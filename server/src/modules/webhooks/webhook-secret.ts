import type { Platform } from '../../platform/platform.ts'
import { newSigningSecret } from '../../platform/signed-http/signatures.ts'

type Keys = Pick<Platform, 'keyRing'>

/** What binds a sealed value to its row. */
export const secretPlace = (id: string): string => `webhooks.secret:${id}`
export const headersPlace = (id: string): string => `webhooks.headers:${id}`

/** A new secret: plain for the answer, sealed for the database, and what lists show of it. */
export function makeSecret({ keyRing }: Keys, id: string): { plain: string; sealed: string; hint: string } {
  const plain = newSigningSecret()
  return { plain, sealed: keyRing.encrypt(plain, secretPlace(id)), hint: `${plain.slice(0, 8)}${'*'.repeat(24)}${plain.slice(-4)}` }
}

export const openSecret = ({ keyRing }: Keys, id: string, sealed: string): string => keyRing.decrypt(sealed, secretPlace(id))

export const sealHeaders = ({ keyRing }: Keys, id: string, headers: Readonly<Record<string, string>>): string | null =>
  Object.keys(headers).length === 0 ? null : keyRing.encrypt(JSON.stringify(headers), headersPlace(id))

export const openHeaders = ({ keyRing }: Keys, id: string, sealed: string | null): Record<string, string> =>
  sealed === null ? {} : (JSON.parse(keyRing.decrypt(sealed, headersPlace(id))) as Record<string, string>)
