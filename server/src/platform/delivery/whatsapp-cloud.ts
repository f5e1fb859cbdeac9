import type { HttpOut } from '../http-out/http-out.ts'
import { oneLine, postToProvider, readJsonObject, type ProviderResponse } from './provider-response.ts'
import type { DeliveryOutcome, OutgoingContent, Transport } from './transport.ts'

export interface WhatsappOptions {
  httpOut: HttpOut
  /** With the version: `https://graph.facebook.com/v23.0`, or a compatible server. */
  baseUrl: string
  phoneNumberId: string
  accessToken: string
  timeoutMs?: number | undefined
}

type WhatsappContent = Extract<OutgoingContent, { channel: 'whatsapp' }>

const SLOW_DOWN = new Set([4, 17, 80007, 130429, 131048, 133016])
/** 131056: too much to this one number; to all others we may go on. */
const LATER = new Set([1, 2, 131000, 131016, 131056, 131057, 133004])
/** Token, permission, payment, registration: every recipient would fail alike. */
const ACCOUNT_FAULT = new Set([0, 3, 10, 33, 190, 368, 131005, 131031, 131042, 131045, 133010])
/** Not on WhatsApp, or cannot be reached there. */
const UNDELIVERABLE = new Set([131026])
const OPTED_OUT = new Set([131050])
/** The template does not exist in this language, does not match the message, or may not be used. */
const TEMPLATE_FAULT = new Set([132000, 132001, 132007, 132012, 132015, 132016, 132068, 132069])
/** The 24-hour window is closed, the number is in an experiment, Meta withholds it from this recipient, or the variables are too long. */
const OF_RECIPIENT = new Set([130472, 131047, 131049, 131051, 132005])

const outcomeOfError = ({ status, retryAfterMs, text }: ProviderResponse): DeliveryOutcome => {
  const error = readJsonObject(JSON.stringify(readJsonObject(text)['error'] ?? null))
  const code = typeof error['code'] === 'number' ? error['code'] : -1
  const details = readJsonObject(JSON.stringify(error['error_data'] ?? null))['details']
  const texts = [error['message'], details].filter((part) => typeof part === 'string').join(': ')
  const response = oneLine(`${code >= 0 ? code : `HTTP ${status}`} ${texts || text}`)
  if (SLOW_DOWN.has(code) || status === 429) return { kind: 'put-off', throttled: true, retryAfterMs, response }
  if (LATER.has(code)) return { kind: 'put-off', throttled: false, retryAfterMs, response }
  if (ACCOUNT_FAULT.has(code) || (code >= 200 && code <= 299)) return { kind: 'unreachable', response, fault: 'account' }
  if (TEMPLATE_FAULT.has(code)) return { kind: 'refused', reason: 'rejected', response, fault: 'template' }
  if (OPTED_OUT.has(code)) return { kind: 'refused', reason: 'rejected', optedOut: true, response }
  if (UNDELIVERABLE.has(code)) return { kind: 'refused', reason: 'bounced', response }
  if (code < 0 && [401, 403, 404, 407].includes(status))
    return { kind: 'unreachable', response, fault: status === 401 ? 'account' : 'address' }
  if (code < 0 && (status === 503 || status === 408)) return { kind: 'put-off', throttled: false, retryAfterMs, response }
  // A server that failed without an error code may have accepted the message before.
  if (code < 0 && status >= 500) return { kind: 'unknown', response }
  return { kind: 'refused', reason: 'rejected', response, ...(OF_RECIPIENT.has(code) ? {} : { fault: 'perhaps' }) }
}

const outcomeOfResponse = (reply: ProviderResponse): DeliveryOutcome => {
  if (reply.status < 200 || reply.status >= 300) return outcomeOfError(reply)
  const messages = readJsonObject(reply.text)['messages']
  const first = readJsonObject(JSON.stringify(Array.isArray(messages) ? messages[0] : null))
  const id = typeof first['id'] === 'string' ? first['id'] : null
  return {
    kind: 'accepted',
    providerId: id,
    response: oneLine(`${reply.status} ${String(first['message_status'] ?? 'accepted')}`),
    delivered: false,
  }
}

const bodyOf = (content: WhatsappContent): object => {
  if (!content.template) return { type: 'text', text: { preview_url: true, body: content.text } }
  const { name, language, variables } = content.template
  const parameters = variables.map((text) => ({ type: 'text', text }))
  const components = parameters.length > 0 ? [{ type: 'body', parameters }] : []
  return { type: 'template', template: { name, language: { code: language }, components } }
}

/** WhatsApp by the Cloud API. The identity is sent along and returned with each status; the API has no idempotency. */
export const createWhatsappTransport = (options: WhatsappOptions): Transport => {
  const url = `${options.baseUrl.replace(/\/+$/, '')}/${encodeURIComponent(options.phoneNumberId)}/messages`
  const headers = { authorization: `Bearer ${options.accessToken}`, 'content-type': 'application/json', accept: 'application/json' }
  return {
    channel: 'whatsapp',
    adapter: 'whatsapp-cloud',
    async send({ to, content, identity }) {
      if (content.channel !== 'whatsapp') throw new TypeError(`The WhatsApp adapter was given a message for ${content.channel}.`)
      if (!/^\+[1-9]\d{6,14}$/.test(to))
        return { kind: 'refused', reason: 'invalid_address', response: 'Not a phone number in E.164 form.' }
      const recipient = { messaging_product: 'whatsapp', recipient_type: 'individual', to: to.slice(1), biz_opaque_callback_data: identity }
      const body = JSON.stringify({ ...recipient, ...bodyOf(content) })
      const reply = await postToProvider(options.httpOut, url, { headers, body, timeoutMs: options.timeoutMs ?? 30_000 })
      return reply.kind === 'answer' ? outcomeOfResponse(reply) : reply
    },
    close: () => Promise.resolve(),
  }
}
