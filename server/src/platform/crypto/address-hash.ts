import { createHmac, createSecretKey, hkdfSync } from 'node:crypto'

/** 32 bytes that represent an address, which must be normalized (lower-case email, E.164 number). */
export type HashAddress = (address: string) => Buffer

/**
 * Keyed, because a plain hash can be reversed by trying all addresses, and a suppression list must not reveal an erased person.
 * `installationKey` (`installation-key.ts`) never rotates: a hash of years ago still matches.
 */
export const createAddressHash = (installationKey: string): HashAddress => {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', Buffer.from(installationKey, 'base64'), '', 'imperium address hash v1', 32)))
  return (address) => createHmac('sha256', key).update(address).digest()
}

/** Enough to recognise an address by, and not enough to write to it: `a***@example.com`, `+49***78`. */
export function hintOf(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 0 ? `${address.slice(0, 3)}***${address.slice(-2)}` : `${Array.from(address)[0] ?? ''}***${address.slice(at)}`
}
