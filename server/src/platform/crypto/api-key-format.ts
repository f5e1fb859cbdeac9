import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { keyPrefixes } from '@imperium/contract/api-keys.ts'
import type { StoredKeyKind } from '@imperium/contract/api-keys.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 256 bits, and 32 bits of checksum, in base 62: a double click selects the whole key, and no address or shell changes it. */
const secretCharacters = 43
const checksumCharacters = 6
const shape = new RegExp(
  `^(${Object.values(keyPrefixes).join('|')})([0-9A-Za-z]{${secretCharacters}})([0-9A-Za-z]{${checksumCharacters}})$`,
)

function toBase62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = alphabet.charAt(Number(rest % 62n)) + text
  return text
}

const checksumOf = (text: string): string => toBase62(BigInt(crc32(text)), checksumCharacters)

/** A new key: prefix of its kind, 256 random bits, and a checksum for secret scanners. */
export function newApiKey(kind: StoredKeyKind): string {
  const body = keyPrefixes[kind] + toBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretCharacters)
  return body + checksumOf(body)
}

/** Whether the text starts like one of our keys. */
export const isApiKey = (text: string): boolean => Object.values(keyPrefixes).some((prefix) => text.startsWith(prefix))

/** Whether the checksum matches. It does not prove that the key exists: everyone can compute the checksum. */
export function isWellFormedApiKey(text: string): boolean {
  const [, prefix = '', secret = '', checksum] = shape.exec(text) ?? []
  return checksum !== undefined && checksumOf(prefix + secret) === checksum
}
