import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { idFromBytes, idToBytes } from '../../../platform/ids.ts'

/** A code or refresh token: organization, connection, and 256 random bits of which the row keeps the hash. */
export interface Secret {
  orgId: string
  connectionId: string
  hash: Buffer
}

const prefixes = { code: 'imp_mcpc_', refresh: 'imp_mcpr_' } as const
const secretBytes = 32

export const sha256 = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest()

export function newSecret(kind: keyof typeof prefixes, orgId: string, connectionId: string): { plain: string; hash: Buffer } {
  const random = randomBytes(secretBytes)
  const plain = prefixes[kind] + Buffer.concat([idToBytes(orgId), idToBytes(connectionId), random]).toString('base64url')
  return { plain, hash: sha256(random) }
}

/** The parts of a secret; null for a text of another form. */
export function readSecret(kind: keyof typeof prefixes, plain: string): Secret | null {
  if (!plain.startsWith(prefixes[kind])) return null
  const bytes = Buffer.from(plain.slice(prefixes[kind].length), 'base64url')
  if (bytes.length !== 32 + secretBytes) return null
  return { orgId: idFromBytes(bytes.subarray(0, 16)), connectionId: idFromBytes(bytes.subarray(16, 32)), hash: sha256(bytes.subarray(32)) }
}

export const isSame = (a: Buffer | null, b: Buffer): boolean => a !== null && a.length === b.length && timingSafeEqual(a, b)
