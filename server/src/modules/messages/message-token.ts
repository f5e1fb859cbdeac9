import { fromBase32, toBase32 } from '../../platform/crypto/base32.ts'
import { constantTimeEqual } from '../../platform/crypto/crypto.ts'
import { idFromBytes, idToBytes } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'

/** 22 bytes in base32: shorter than a campaign recipient's token, so that the two are never confused. */
const tokenShape = /^[a-z2-7]{36}$/
const idBytes = 16
const macBytes = 6

/** The keyed hash survives a key rotation, as emails in flight require. The prefix cannot be an address. */
const macOf = ({ hashAddress }: Pick<Platform, 'hashAddress'>, body: Buffer): Buffer =>
  hashAddress(`\0message\0${body.toString('hex')}`).subarray(0, macBytes)

/** A single message as the token of its envelope sender (VERP): signed, so that a sender cannot forge reports on other messages. */
export function encodeMessage(platform: Pick<Platform, 'hashAddress'>, messageId: string): string {
  const body = idToBytes(messageId)
  return toBase32(Buffer.concat([body, macOf(platform, body)]))
}

/** The message that a token names, or null for one that is not ours. Case does not matter. */
export function decodeMessage(platform: Pick<Platform, 'hashAddress'>, token: string): string | null {
  const text = token.toLowerCase()
  if (!tokenShape.test(text)) return null
  const bytes = fromBase32(text)
  const body = bytes.subarray(0, idBytes)
  const mac = bytes.subarray(idBytes, idBytes + macBytes)
  return constantTimeEqual(macOf(platform, body).toString('hex'), mac.toString('hex')) ? idFromBytes(body) : null
}

/** The sealed part of a message is for its recipient only: a link that opts in on their behalf. */
export const sealContext = (messageId: string): string => `message:${messageId}`
