import { fromBase32, toBase32 } from '../../../platform/crypto/base32.ts'
import { constantTimeEqual } from '../../../platform/crypto/crypto.ts'
import { idFromBytes, idToBytes } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'

/** One message of one send. */
export interface RecipientRef {
  sendId: string
  contactId: string
}

/** 38 bytes in base32. */
const tokenShape = /^[a-z2-7]{61}$/
const macBytes = 6

/** The keyed hash outlives a rotation of keys, as links in mails that were sent long ago must. The prefix is no address. */
const macOf = ({ hashAddress }: Pick<Platform, 'hashAddress'>, body: Buffer): Buffer =>
  hashAddress(`\0recipient\0${body.toString('hex')}`).subarray(0, macBytes)

/** The recipient as 61 characters for links and for the envelope sender (VERP): signed, so that events cannot be forged. */
export function encodeRecipient(platform: Pick<Platform, 'hashAddress'>, { sendId, contactId }: RecipientRef): string {
  const body = Buffer.concat([idToBytes(sendId), idToBytes(contactId)])
  return toBase32(Buffer.concat([body, macOf(platform, body)]))
}

/** The recipient that a token names, or null for one that is not ours. Case does not matter. */
export function decodeRecipient(platform: Pick<Platform, 'hashAddress'>, token: string): RecipientRef | null {
  const text = token.toLowerCase()
  if (!tokenShape.test(text)) return null
  const bytes = fromBase32(text)
  const body = bytes.subarray(0, 32)
  if (!constantTimeEqual(macOf(platform, body).toString('hex'), bytes.subarray(32, 32 + macBytes).toString('hex'))) return null
  return { sendId: idFromBytes(body.subarray(0, 16)), contactId: idFromBytes(body.subarray(16, 32)) }
}
