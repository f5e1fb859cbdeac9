import { createPublicKey, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { isMac, isStale } from './signatures.ts'
import type { Refusal } from './signatures.ts'

/** A call of a service as it arrived. */
interface SignedCall {
  headers: Readonly<Record<string, string>>
  body: Uint8Array
  /** The address that was called, as the service knows it. */
  url: string
  now: Date
}

export type Verify = (call: SignedCall, secret: string) => boolean

interface HmacOptions {
  header: string
  prefix?: string
  hash?: 'sha1' | 'sha256'
  encoding?: 'hex' | 'base64'
}

const sha256Hex = { hash: 'sha256', encoding: 'hex' } as const

/** HMAC of the body in a header: GitHub, Shopify, WooCommerce, Typeform, Linear, Razorpay. */
export const hmacOfBody =
  ({ header, prefix = '', hash = 'sha256', encoding = 'hex' }: HmacOptions): Verify =>
  ({ headers, body }, secret) => {
    const given = headers[header]
    return given !== undefined && given.startsWith(prefix) && isMac(given.slice(prefix.length), { hash, encoding }, secret, body)
  }

/** `t=<seconds>,v1=<hex>,...` over `<seconds>.<body>`: Stripe, Calendly. Several of v1 while a secret is being changed. */
export const timedHmac =
  (header: string): Verify =>
  ({ headers, body, now }, secret) =>
    isTimedHmac(headers[header], secret, body, now)

export function isTimedHmac(given: string | undefined, secret: string, body: Uint8Array, now: Date): boolean {
  const parts = (given ?? '')
    .slice(0, 2_000)
    .split(',')
    .map((part) => part.trim().split('='))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  return !isStale(time, now) && parts.some(([name, value]) => name === 'v1' && isMac(value, sha256Hex, secret, `${time}.`, body))
}

/** `<prefix><hex>` over `v0:<seconds>:<body>`, with the time in a header of its own: Slack. */
export const slackSignature: Verify = ({ headers, body, now }, secret) => {
  const time = headers['x-slack-request-timestamp'] ?? ''
  const given = headers['x-slack-signature'] ?? ''
  const isSigned = given.startsWith('v0=') && isMac(given.slice(3), sha256Hex, secret, `v0:${time}:`, body)
  return isSigned && !isStale(time, now)
}

/** Twilio: HMAC-SHA1 over the address as it was called and the fields of the form, sorted by name. */
export const twilioSignature: Verify = ({ headers, body, url }, secret) => {
  const fields = [...new URLSearchParams(Buffer.from(body).toString())].toSorted(([one], [other]) =>
    one < other ? -1 : one > other ? 1 : 0,
  )
  return isMac(headers['x-twilio-signature'], { hash: 'sha1', encoding: 'base64' }, secret, url, fields.flat().join(''))
}

/** A public key of the curve P-256 as base64 of its DER; null for any other. */
export function readP256Key(base64: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : null
  } catch {
    return null
  }
}

/** Whether `given` (base64) is a signature of the text by the owner of this public key. */
export const isSignedByKey = (
  given: string,
  hash: 'sha1' | 'sha256',
  key: KeyObject,
  ...parts: readonly (string | Uint8Array)[]
): boolean => verify(hash, Buffer.concat(parts.map((part) => Buffer.from(part))), key, Buffer.from(given, 'base64'))

interface TimedSignature {
  given: string
  /** Unix seconds as text. */
  time: string
}

/** Checks a signature over the time and the body: SendGrid. */
export function refuseTimedKey(
  { given, time }: TimedSignature,
  key: KeyObject,
  body: Uint8Array,
  now: Date,
  window?: Parameters<typeof isStale>[2],
): Refusal | null {
  if (!isSignedByKey(given, 'sha256', key, time, body)) return 'signature'
  return isStale(time, now, window) ? 'stale' : null
}
