import { createHmac, createSecretKey, hkdfSync } from 'node:crypto'

/** 32 bytes that stand for an address. The address must be in the form it is sent to (lower-case email, E.164 number). */
export type HashAddress = (address: string) => Buffer

/**
 * Keyed, because a plain hash of an address is found by trying all addresses: what a suppression list keeps of an erased person must not
 * give the person back. `installationKey` is that of `installation-key.ts`, which no rotation changes: a hash of years ago still matches.
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
