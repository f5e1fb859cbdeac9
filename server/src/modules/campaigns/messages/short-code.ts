import { exampleCode, shortCodeLength, shortLink } from '@imperium/contract/channels/text-links.ts'
import { fromBase32, toBase32 } from '../../../platform/crypto/base32.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { RecipientRef } from './recipient-token.ts'
import { publicUrlOf } from '../../../platform/http/host-owners.ts'

const readBytes = 8

// The key outlives a rotation of keys, and the prefix is no address (recipient-token.ts).
const codeOf = ({ hashAddress }: Pick<Platform, 'hashAddress'>, what: string): string =>
  toBase32(hashAddress(`\0short\0${what}`).subarray(0, readBytes)).slice(0, shortCodeLength)

/** The code of a message: always the same, so that a text rendered again after a crash does not change. 60 bits, hard to guess. */
export const recipientCode = (platform: Pick<Platform, 'hashAddress'>, { sendId, contactId }: RecipientRef): string =>
  codeOf(platform, `${sendId}\0${contactId}`)

/** The code in tests of a version, the same for all recipients. */
export const testCode = (
  platform: Pick<Platform, 'hashAddress'>,
  { campaignId, version }: { campaignId: string; version: number },
): string => codeOf(platform, `test\0${campaignId}\0${version}`)

/** The code as the table stores it. 13 letters are the fewest that hold 64 bits. */
export const codeNumber = (code: string): string => (fromBase32(`${code}a`).readBigUInt64BE() >> 4n).toString()

// Some apps take what ends the sentence for a part of the link.
const shape = /^([a-z2-7]{12})([1-9]\d{0,3})[.,;:!?)\]*'"’”]*$/i

/** Parses the end of a short link: the code, in any case, and the number of the link after it. Null where it is malformed. */
export function readShort(text: string): { code: string; link: number } | null {
  const [, code, link] = shape.exec(text) ?? []
  return code === undefined ? null : { code: code.toLowerCase(), link: Number(link) }
}

/** The short links of a message by their numbers. */
export const shortLinks =
  (platform: Pick<Platform, 'config'>, code: string, orgId?: string) =>
  (link: number): string =>
    shortLink(orgId === undefined ? platform.config.publicUrl : publicUrlOf(platform, orgId), code, link)

/** Links of a previewed message: as long as real ones, and of no recipient. */
export const exampleLinks = (platform: Pick<Platform, 'config'>): ((link: number) => string) => shortLinks(platform, exampleCode)
