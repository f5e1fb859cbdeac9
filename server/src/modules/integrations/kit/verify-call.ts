import { isMac, isStale } from '../../../platform/signed-http/signatures.ts'

export interface SignedCall {
  headers: Readonly<Record<string, string>>
  /** As it arrived. */
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

/** HMAC of the body in a header: GitHub, Shopify, WooCommerce, Typeform, Linear, Razorpay. */
export const hmacOfBody =
  ({ header, prefix = '', hash = 'sha256', encoding = 'hex' }: HmacOptions): Verify =>
  ({ headers, body }, secret) => {
    const given = headers[header]
    return given !== undefined && given.startsWith(prefix) && isMac(given.slice(prefix.length), { hash, encoding }, secret, body)
  }

/** `t=<seconds>,v1=<hex>` over `<seconds>.<body>`: Stripe, Calendly. */
export const timedHmac =
  (header: string): Verify =>
  ({ headers, body, now }, secret) => {
    const parts = (headers[header] ?? '').split(',').map((part) => part.trim().split('='))
    const time = parts.find(([name]) => name === 't')?.[1] ?? ''
    const isSigned = parts.some(
      ([name, value]) => name === 'v1' && isMac(value, { hash: 'sha256', encoding: 'hex' }, secret, `${time}.`, body),
    )
    return isSigned && !isStale(time, now)
  }

/** `<prefix><hex>` over `v0:<seconds>:<body>`, with the time in a header of its own: Slack. */
export const slackSignature: Verify = ({ headers, body, now }, secret) => {
  const time = headers['x-slack-request-timestamp'] ?? ''
  const given = headers['x-slack-signature'] ?? ''
  const isSigned = given.startsWith('v0=') && isMac(given.slice(3), { hash: 'sha256', encoding: 'hex' }, secret, `v0:${time}:`, body)
  return isSigned && !isStale(time, now)
}
