import { createSecretKey } from 'node:crypto'
import { isOwnHeader } from '@imperium/contract/kit/own-headers.ts'
import { signingKey, signSha256, signStandard } from './signatures.ts'

export interface SignerOptions {
  /** `whsec_<base64>`, or any text. */
  secret: string
  /** The previous secret also signs, until a time on the clock of `now`. */
  former?: { secret: string; until: number } | undefined
  now?: (() => number) | undefined
}

export type Sign = (id: string, body: string) => Record<string, string>

/**
 * Signs outgoing calls: by Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`) and by `X-Imperium-Signature:
 * sha256=<hex of HMAC-SHA256 over the body>`, with the secret as written as the key. @throws TypeError without a secret
 */
export function createSigner({ secret, former, now = Date.now }: SignerOptions): Sign {
  if (!secret || former?.secret === '') throw new TypeError('A webhook needs a secret to sign with.')
  const key = signingKey(secret)
  const formerKey = former && signingKey(former.secret)
  const newestAsText = createSecretKey(Buffer.from(secret))
  return (id, body) => {
    const at = now()
    const keys = former && formerKey && at < former.until ? [key, formerKey] : [key]
    return { ...signStandard(keys, { id, body, now: new Date(at) }), 'x-imperium-signature': signSha256(newestAsText, body) }
  }
}

/** Headers that a customer adds to signed calls. @throws TypeError on one that would smuggle in another (SEC-32), or replace one of ours */
export function checkHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[a-z0-9-]{1,100}$/i.test(name)) throw new TypeError(`The header name ${JSON.stringify(name)} is malformed.`)
    if (isOwnHeader(name)) throw new TypeError(`The header ${name} is set by Imperium.`)
    if (!/^[\x20-\x7e]{0,2000}$/.test(value)) throw new TypeError(`The value of the header ${name} must be one line of plain characters.`)
  }
  return { ...headers }
}
