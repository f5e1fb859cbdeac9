import { fromBase32, toBase32 } from '../../platform/crypto/base32.ts'
import { constantTimeEqual } from '../../platform/crypto/crypto.ts'
import { idFromBytes, idToBytes } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'

/** 22 bytes in base32: shorter than that of a campaign's recipient, so that neither is ever taken for the other. */
const tokenShape = /^[a-z2-7]{36}$/
const idBytes = 16
const macBytes = 6

/** The keyed hash outlives a rotation of keys, as mails on their way must. The prefix is no address. */
const macOf = ({ hashAddress }: Pick<Platform, 'hashAddress'>, body: Buffer): Buffer =>
  hashAddress(`\0message\0${body.toString('hex')}`).subarray(0, macBytes)

/** A single message as the token of its envelope sender (VERP): signed, so that nobody reports on others. */
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

/** What is sealed of a message is for its recipient alone: a link that says yes in their name. */
export const sealContext = (messageId: string): string => `message:${messageId}`
