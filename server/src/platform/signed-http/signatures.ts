import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { constantTimeEqual } from '../crypto/crypto.ts'

export type ReadHeader = (name: string) => string | undefined
export type Refusal = 'signature' | 'stale'

/** A signed call is taken for this long, to either side: clocks differ. */
export const toleranceSeconds = 300

/** Whether a signed time (Unix seconds as text) differs from now by more than this. True for anything but digits. */
export function isStale(timestamp: string, now: Date, { pastSeconds = toleranceSeconds, aheadSeconds = toleranceSeconds } = {}): boolean {
  const age = now.getTime() / 1_000 - Number(timestamp)
  return !/^\d{1,12}$/.test(timestamp) || age > pastSeconds || age < -aheadSeconds
}

interface Scheme {
  hash: 'sha1' | 'sha256'
  encoding: 'hex' | 'base64'
}

/** HMAC over the parts, one after the other. */
export function mac({ hash, encoding }: Scheme, key: KeyObject | string, ...parts: readonly (string | Uint8Array)[]): string {
  // Written out: a test reads from the source which algorithms are called.
  const hmac = hash === 'sha1' ? createHmac('sha1', key) : createHmac('sha256', key)
  for (const part of parts) hmac.update(part)
  return hmac.digest(encoding)
}

/** Whether `given` is the MAC of the parts, compared in constant time. False without a secret or a value. */
export const isMac = (given: string | undefined, scheme: Scheme, secret: string, ...parts: readonly (string | Uint8Array)[]): boolean =>
  given !== undefined && given !== '' && secret !== '' && constantTimeEqual(given, mac(scheme, secret, ...parts))

const sha256Hex = { hash: 'sha256', encoding: 'hex' } as const
const prefix = 'sha256='

/** `sha256=<hex>` over the parts: our own header, GitHub's and Meta's. The key is the secret as it is written. */
export const signSha256 = (secret: string | KeyObject, ...parts: readonly (string | Uint8Array)[]): string =>
  `${prefix}${mac(sha256Hex, secret, ...parts)}`
export const isSha256Signed = (given: string | undefined, secret: string, ...parts: readonly (string | Uint8Array)[]): boolean =>
  given !== undefined && given.startsWith(prefix) && isMac(given.slice(prefix.length), sha256Hex, secret, ...parts)

/** A new secret in the form of Standard Webhooks. */
export const newSigningSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`

/** The key of a secret: `whsec_<base64>`, or any text. As an object: handed over as bytes, each use would cost more than the signature. */
export const signingKey = (secret: string): KeyObject =>
  createSecretKey(secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret))

const standard = { hash: 'sha256', encoding: 'base64' } as const
const mostSignatures = 10

/** The headers of Standard Webhooks; while a secret is replaced both keys sign, the newest first. */
export function signStandard(
  keys: readonly KeyObject[],
  { id, body, now }: { id: string; body: string | Uint8Array; now: Date },
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(now.getTime() / 1_000))
  const signatures = keys.map((key) => `v1,${mac(standard, key, `${id}.${timestamp}.`, body)}`)
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

/** Checks the headers of Standard Webhooks (SEC-40): null when a signature matches one of the secrets and its time is near. */
export function refuseStandard(header: ReadHeader, body: Uint8Array, secrets: readonly string[], now: Date): Refusal | null {
  const [id, timestamp, given] = [header('webhook-id'), header('webhook-timestamp'), header('webhook-signature')]
  if (!id || !timestamp || !given) return 'signature'
  const expected = secrets.filter(Boolean).map((secret) => `v1,${mac(standard, signingKey(secret), `${id}.${timestamp}.`, body)}`)
  const signatures = given.split(' ').slice(0, mostSignatures)
  if (!signatures.some((each) => expected.some((one) => constantTimeEqual(each, one)))) return 'signature'
  return isStale(timestamp, now) ? 'stale' : null
}
