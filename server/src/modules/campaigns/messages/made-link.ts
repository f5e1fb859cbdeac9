import { constantTimeEqual } from '../../../platform/crypto/crypto.ts'
import type { Platform } from '../../../platform/platform.ts'

const macBytes = 12

export interface MadeLink {
  /** Of the recipient. */
  token: string
  /** Number of the link. */
  link: number
  /** The address that Liquid made for this recipient. */
  url: string
}

// The prefix separates this use of the key: no other value hashed with it begins so.
const macOf = ({ hashAddress }: Pick<Platform, 'hashAddress'>, { token, link, url }: MadeLink): string =>
  hashAddress(`\0link\0${token.toLowerCase()}\0${link}\0${url}`).subarray(0, macBytes).toString('base64url')

/** The signed suffix of a link with this recipient's address: the signature prevents redirects to foreign addresses. */
export const sealAddress = (platform: Pick<Platform, 'hashAddress'>, made: MadeLink): string =>
  `?u=${Buffer.from(made.url).toString('base64url')}&s=${macOf(platform, made)}`

/** Returns the address, or null where we did not sign it. */
export function openAddress(
  platform: Pick<Platform, 'hashAddress'>,
  { token, link, u, s }: Omit<MadeLink, 'url'> & { u?: string | undefined; s?: string | undefined },
): string | null {
  if (u === undefined || s === undefined) return null
  const url = Buffer.from(u, 'base64url').toString()
  return constantTimeEqual(macOf(platform, { token, link, url }), s) ? url : null
}
