import type { HttpOut } from '../http-out/http-out.ts'
import { oneLine, postToProvider, readJsonObject, type ProviderResponse } from './provider-response.ts'
import type { DeliveryOutcome, Transport } from './transport.ts'

export interface TwilioOptions {
  httpOut: HttpOut
  /** `https://api.twilio.com`, or a compatible server. */
  baseUrl: string
  accountSid: string
  authToken: string
  /** E.164 number, short code or alphanumeric sender; or a messaging service that picks one. */
  from?: string | undefined
  messagingServiceSid?: string | undefined
  /** URL for the provider's reports. It names the message, because a report may arrive before the response with its id. */
  statusCallback?: string | undefined
  /** The sender in India's register (TRAI DLT); each message also names its registered text. */
  dltEntityId?: string | undefined
  timeoutMs?: number | undefined
}

/** Invalid, unknown or without SMS: later messages will not reach it either (read-twilio.ts treats reports alike). */
const NO_SUCH_NUMBER = new Set([21211, 21614, 30005, 30006])
/** Malformed or unreachable, without naming the number at fault. */
const INVALID_NUMBER = new Set([21214, 21217, 21401, 21421])
const OPTED_OUT = 21610
const SLOW_DOWN = new Set([14107, 20429, 21611, 30001, 63018])
/** The account or its credentials are at fault, so every recipient would fail alike. */
const ACCOUNT_FAULT = new Set([20003, 20005, 20006, 20008, 20404, 21266, 21603, 30002])

/** The sending number or service may not send such messages. */
const SENDER_FAULT = new Set([21212, 21606, 21607, 21659, 21660, 21701, 21703, 21705, 30034, 30032, 30035])
/** Of this recipient's country, network or handset. */
const OF_RECIPIENT = new Set([21408, 21612, 21635, 30003, 30004, 30008, 30010])

/** The outcome of an API error for the one recipient. */
const outcomeOfError = ({ status, retryAfterMs, text }: ProviderResponse): DeliveryOutcome => {
  const body = readJsonObject(text)
  const code = Number(body['code'] ?? 0)
  const response = oneLine(`${code || `HTTP ${status}`} ${typeof body['message'] === 'string' ? body['message'] : text}`)
  if (code === OPTED_OUT) return { kind: 'refused', reason: 'rejected', optedOut: true, response }
  if (status === 429 || SLOW_DOWN.has(code)) return { kind: 'put-off', throttled: true, retryAfterMs, response }
  if (SENDER_FAULT.has(code)) return { kind: 'unreachable', response, fault: 'sender' }
  if (ACCOUNT_FAULT.has(code) || status === 401) return { kind: 'unreachable', response, fault: 'account' }
  if ([403, 404, 407].includes(status)) return { kind: 'unreachable', response, fault: 'address' }
  if (INVALID_NUMBER.has(code)) return { kind: 'refused', reason: 'invalid_address', response }
  if (NO_SUCH_NUMBER.has(code)) return { kind: 'refused', reason: 'bounced', response }
  if (status === 503 || status === 408) return { kind: 'put-off', throttled: false, retryAfterMs, response }
  // A server that broke down may have queued the message before it did.
  if (status >= 500) return { kind: 'unknown', response }
  return { kind: 'refused', reason: 'rejected', response, ...(OF_RECIPIENT.has(code) ? {} : { fault: 'perhaps' }) }
}

/** Micro-dollars of a price such as "-0.00750"; the API returns charges as negative. Undefined when it is not known yet. */
const costOf = (body: Record<string, unknown>): { costMicros?: number } => {
  const price = typeof body['price'] === 'string' ? Number.parseFloat(body['price']) : Number.NaN
  const inDollars = String(body['price_unit'] ?? 'USD').toUpperCase() === 'USD'
  return Number.isFinite(price) && inDollars ? { costMicros: Math.round(Math.abs(price) * 1_000_000) } : {}
}

const outcomeOfResponse = (reply: ProviderResponse): DeliveryOutcome => {
  if (reply.status < 200 || reply.status >= 300) return outcomeOfError(reply)
  const body = readJsonObject(reply.text)
  const status = String(body['status'] ?? 'queued')
  const code = Number(body['error_code'] ?? 0)
  // Accepted in form but failed immediately: the number is known to be unable to receive it.
  if (code > 0 && (status === 'failed' || status === 'undelivered')) {
    return outcomeOfError({ ...reply, status: 400, text: JSON.stringify({ code, message: body['error_message'] ?? status }) })
  }
  const sid = typeof body['sid'] === 'string' ? body['sid'] : null
  return {
    kind: 'accepted',
    providerId: sid,
    response: oneLine(`${reply.status} ${status}`),
    delivered: status === 'delivered',
    ...costOf(body),
  }
}

/** Name of the query parameter of a report URL that holds the message identity. */
export const reportedMessage = 'message'

/** SMS by Twilio's REST API, which others also offer. It has no idempotency key: a message without a response stays `unknown`. */
export const createTwilioTransport = (options: TwilioOptions): Transport => {
  const url = `${options.baseUrl.replace(/\/+$/, '')}/2010-04-01/Accounts/${encodeURIComponent(options.accountSid)}/Messages.json`
  const headers = {
    authorization: `Basic ${Buffer.from(`${options.accountSid}:${options.authToken}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
  }
  const fixed: Record<string, string> = {
    ...(options.messagingServiceSid ? { MessagingServiceSid: options.messagingServiceSid } : { From: options.from ?? '' }),
    ...(options.dltEntityId ? { DltEntityId: options.dltEntityId } : {}),
  }
  return {
    channel: 'sms',
    adapter: 'twilio',
    async send({ identity, to, content }) {
      if (content.channel !== 'sms') throw new TypeError(`The SMS adapter was given a message for ${content.channel}.`)
      if (!/^\+[1-9]\d{6,14}$/.test(to))
        return { kind: 'refused', reason: 'invalid_address', response: 'Not a phone number in E.164 form.' }
      const template = options.dltEntityId && content.dltTemplateId ? { DltTemplateId: content.dltTemplateId } : {}
      const reports = options.statusCallback ? { StatusCallback: `${options.statusCallback}?${reportedMessage}=${identity}` } : {}
      const body = new URLSearchParams({ To: to, ...fixed, ...reports, ...template, Body: content.text })
      const reply = await postToProvider(options.httpOut, url, { headers, body: body.toString(), timeoutMs: options.timeoutMs ?? 30_000 })
      return reply.kind === 'answer' ? outcomeOfResponse(reply) : reply
    },
    close: () => Promise.resolve(),
  }
}
