import { createHmac, createSecretKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { isOwnHeader } from '@imperium/contract/channels/channel-accounts.ts'
import type { HttpOut } from '../http-out/http-out.ts'
import { oneLine, postToProvider, type ProviderAnswer } from './provider-answer.ts'
import type { DeliveryOutcome, Transport } from './transport.ts'

export interface WebhookOptions {
  httpOut: HttpOut
  /** Where every message goes; without it, `to` of the message is the address. */
  url?: string | undefined
  /** `whsec_<base64>`, or any text. */
  secret: string
  /** The one before signs along, until a moment by the clock of `now`. */
  former?: { secret: string; until: number } | undefined
  /** Of the account, such as an authorization. Ours cannot be replaced by them. */
  headers?: Readonly<Record<string, string>> | undefined
  timeoutMs?: number | undefined
  now?: (() => number) | undefined
}

/** Throws on a header that would smuggle in another one (SEC-32), or replace one of ours. */
const checkHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> => {
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase()
    if (!/^[a-z0-9-]{1,100}$/.test(lower)) throw new TypeError(`The header name ${JSON.stringify(name)} is malformed.`)
    if (isOwnHeader(name)) throw new TypeError(`The header ${name} is set by Imperium.`)
    if (!/^[\x20-\x7e]{0,2000}$/.test(value)) throw new TypeError(`The value of the header ${name} must be one line of plain characters.`)
  }
  return { ...headers }
}

/** As an object: handed over as bytes, each use would cost more than the signature. */
const keyOf = (secret: string): KeyObject =>
  createSecretKey(secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret))

/** `isOneForAll`: every message goes to the same address, so what refuses the address or our right to call it refuses all of them. */
const outcomeOfAnswer = ({ status, retryAfterMs, text }: ProviderAnswer, isOneForAll: boolean): DeliveryOutcome => {
  const response = oneLine(`HTTP ${status} ${text}`)
  if (status >= 200 && status < 300) return { kind: 'accepted', providerId: null, response, delivered: true }
  if (status === 429 || (status === 503 && retryAfterMs !== null)) return { kind: 'put-off', throttled: true, retryAfterMs, response }
  // It answered that it failed. The same webhook-id again is safe, whatever it had done.
  if (status >= 500 || status === 408 || status === 425) return { kind: 'put-off', throttled: false, retryAfterMs, response }
  const isOfAddress = (status >= 300 && status < 400) || [401, 403, 404, 405, 407, 410].includes(status)
  return { kind: 'refused', reason: 'rejected', response, fault: isOneForAll && isOfAddress ? 'address' : 'perhaps' }
}

/**
 * Posts JSON, signed as Standard Webhooks describe (`webhook-id`, `webhook-timestamp`, `webhook-signature`) and by
 * `X-Imperium-Signature: sha256=<hex of HMAC-SHA256 over the body>`, whose key is the secret as it is written. Redirects are not followed.
 */
export const createWebhookTransport = (options: WebhookOptions): Transport => {
  const { secret, former } = options
  if (!secret || former?.secret === '') throw new TypeError('A webhook needs a secret to sign with.')
  const key = keyOf(secret)
  const formerKey = former && keyOf(former.secret)
  const newestAsText = createSecretKey(Buffer.from(secret))
  const headers = checkHeaders(options.headers ?? {})
  const { httpOut, url, timeoutMs = 15_000, now = Date.now } = options
  return {
    channel: 'webhook',
    adapter: 'webhook',
    async send({ to, content, identity }) {
      if (content.channel !== 'webhook') throw new TypeError(`The webhook adapter was given a message for ${content.channel}.`)
      const target = url ?? to
      if (!/^https?:\/\/\S+$/i.test(target)) return { kind: 'refused', reason: 'invalid_address', response: 'Not a web address.' }
      const timestamp = String(Math.floor(now() / 1_000))
      const signed = `${identity}.${timestamp}.${content.body}`
      const sign = (by: KeyObject) => `v1,${createHmac('sha256', by).update(signed).digest('base64')}`
      const keys = former && formerKey && now() < former.until ? [key, formerKey] : [key]
      const answer = await postToProvider(httpOut, target, {
        headers: {
          ...headers,
          'content-type': 'application/json',
          'user-agent': 'Imperium-Webhooks/1',
          'webhook-id': identity,
          'webhook-timestamp': timestamp,
          'webhook-signature': keys.map(sign).join(' '),
          'x-imperium-signature': `sha256=${createHmac('sha256', newestAsText).update(content.body).digest('hex')}`,
        },
        body: content.body,
        timeoutMs,
      })
      if (answer.kind === 'answer') return outcomeOfAnswer(answer, url !== undefined)
      // An address we may not call will not become another one by trying again.
      const never = answer.kind === 'unreachable' && /^(blocked_address|invalid_url):/.test(answer.response)
      return never ? { kind: 'refused', reason: 'invalid_address', response: answer.response } : answer
    },
    close: () => Promise.resolve(),
  }
}
