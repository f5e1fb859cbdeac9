import { constantTimeEqual } from '../../platform/crypto.ts'
import { idFromBytes, idToBytes } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'

/** One message of one send. */
export interface RecipientRef {
  sendId: string
  contactId: string
}

/** 38 bytes in base32 (RFC 4648) without padding: lower case only, because mail servers may fold the local part of an address. */
const tokenShape = /^[a-z2-7]{61}$/
const letters = 'abcdefghijklmnopqrstuvwxyz234567'
const macBytes = 6

function toBase32(bytes: Buffer): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      text += letters[(value >>> (bits - 5)) & 31]
      bits -= 5
    }
    value &= (1 << bits) - 1
  }
  return bits > 0 ? text + letters[(value << (5 - bits)) & 31] : text
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (const letter of text) {
    value = (value << 5) | letters.indexOf(letter)
    bits += 5
    if (bits >= 8) {
      bytes.push((value >>> (bits - 8)) & 255)
      bits -= 8
      value &= (1 << bits) - 1
    }
  }
  return Buffer.from(bytes)
}

/** The keyed hash outlives a rotation of keys, as links in mails that were sent long ago must. The prefix is no address. */
const macOf = ({ hashAddress }: Pick<Platform, 'hashAddress'>, body: Buffer): Buffer =>
  hashAddress(`\0recipient\0${body.toString('hex')}`).subarray(0, macBytes)

/** The recipient as 61 characters for links and for the envelope sender (VERP): signed, so that nobody tells events of others. */
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
