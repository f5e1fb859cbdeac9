import type { HttpOut } from '../http-out/http-out.ts'
import { checkHeaders, createSigner } from '../signed-http/signer.ts'
import type { SignerOptions } from '../signed-http/signer.ts'
import { oneLine, postToProvider, type ProviderResponse } from './provider-response.ts'
import type { DeliveryOutcome, Transport } from './transport.ts'

export interface WebhookOptions extends SignerOptions {
  httpOut: HttpOut
  /** URL of every message; without it, `to` of the message is used. */
  url?: string | undefined
  /** Headers of the account, such as an authorization. They cannot replace ours. */
  headers?: Readonly<Record<string, string>> | undefined
  timeoutMs?: number | undefined
}

/** `isOneForAll`: all messages go to one URL, so a refusal of the URL or of our access to it refuses all of them. */
const outcomeOfResponse = ({ status, retryAfterMs, text }: ProviderResponse, isOneForAll: boolean): DeliveryOutcome => {
  const response = oneLine(`HTTP ${status} ${text}`)
  if (status >= 200 && status < 300) return { kind: 'accepted', providerId: null, response, delivered: true }
  if (status === 429 || (status === 503 && retryAfterMs !== null)) return { kind: 'put-off', throttled: true, retryAfterMs, response }
  // It reported a failure. The same webhook-id makes a retry safe, whatever it had done.
  if (status >= 500 || status === 408 || status === 425) return { kind: 'put-off', throttled: false, retryAfterMs, response }
  const isOfAddress = (status >= 300 && status < 400) || [401, 403, 404, 405, 407, 410].includes(status)
  return { kind: 'refused', reason: 'rejected', response, fault: isOneForAll && isOfAddress ? 'address' : 'perhaps' }
}

/** Posts signed JSON. Redirects are not followed. */
export const createWebhookTransport = (options: WebhookOptions): Transport => {
  const sign = createSigner(options)
  const headers = checkHeaders(options.headers ?? {})
  const { httpOut, url, timeoutMs = 15_000 } = options
  return {
    channel: 'webhook',
    adapter: 'webhook',
    async send({ to, content, identity }) {
      if (content.channel !== 'webhook') throw new TypeError(`The webhook adapter was given a message for ${content.channel}.`)
      const target = url ?? to
      if (!/^https?:\/\/\S+$/i.test(target)) return { kind: 'refused', reason: 'invalid_address', response: 'Not a web address.' }
      const reply = await postToProvider(httpOut, target, {
        headers: {
          ...headers,
          'content-type': 'application/json',
          'user-agent': 'Imperium-Webhooks/1',
          ...sign(identity, content.body),
        },
        body: content.body,
        timeoutMs,
      })
      if (reply.kind === 'answer') return outcomeOfResponse(reply, url !== undefined)
      // Retrying does not change a blocked address.
      const never = reply.kind === 'unreachable' && /^(blocked_address|invalid_url):/.test(reply.response)
      return never ? { kind: 'refused', reason: 'invalid_address', response: reply.response } : reply
    },
    close: () => Promise.resolve(),
  }
}
