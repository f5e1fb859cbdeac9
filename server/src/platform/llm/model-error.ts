import { APICallError, InvalidResponseDataError } from '@ai-sdk/provider'
import { EgressError, type EgressReason } from '../http-out/egress-error.ts'
import type { ModelUsage } from './types.ts'
import { parseRetryAfterMs } from '../signed-http/retry-schedule.ts'

export type ModelErrorKind =
  | 'auth'
  | 'rate_limited'
  | 'overloaded'
  | 'timeout'
  | 'invalid_request'
  | 'bad_response'
  | 'network'
  | 'cut_stream'
  | 'blocked_address'
  | 'not_found'
  | 'context_length'
  | 'aborted'

const KINDS: Record<ModelErrorKind, { retryable: boolean; publicMessage: string }> = {
  auth: { retryable: false, publicMessage: 'The model provider refused the API key. Check it under AI Models.' },
  rate_limited: { retryable: true, publicMessage: 'The model provider is limiting our calls.' },
  overloaded: { retryable: true, publicMessage: 'The model provider has a fault or is overloaded.' },
  timeout: { retryable: true, publicMessage: 'The model provider did not respond in time.' },
  invalid_request: { retryable: false, publicMessage: 'The model provider refused the request.' },
  bad_response: { retryable: true, publicMessage: 'The model provider sent an invalid response.' },
  network: { retryable: true, publicMessage: 'The model provider could not be reached.' },
  cut_stream: { retryable: true, publicMessage: 'The model provider disconnected during its response.' },
  blocked_address: {
    retryable: false,
    publicMessage: 'This address is not reachable from here. The operator can allow it with EGRESS_ALLOW.',
  },
  not_found: {
    retryable: false,
    publicMessage: 'The model provider does not know this model or address. Check the model name and base URL.',
  },
  context_length: { retryable: false, publicMessage: "The input is longer than the model's context." },
  aborted: { retryable: false, publicMessage: 'The call was cancelled.' },
}

interface ModelErrorDetails {
  status?: number | undefined
  retryAfterMs?: number | undefined
  retryable?: boolean
  /** The provider's own message, with the key removed. */
  providerMessage?: string | undefined
  /** What the provider says the call used. */
  usage?: ModelUsage | undefined
  /** Whether it may bill the call; defaults to what the kind says. */
  mayBeBilled?: boolean
}

/** Of a gateway that has sent the request on and got no answer: what stands behind it works on, and bills it. 524 is Cloudflare's. */
const unanswered: ReadonlySet<number> = new Set([504, 524])
/** Where the provider had the request and did not refuse it. Any other status of HTTP is a refusal. */
const maybeBilled: ReadonlySet<ModelErrorKind> = new Set(['timeout', 'bad_response', 'cut_stream', 'aborted'])

/**
 * A model call without a response. `publicMessage` may be shown and stored: it holds the provider's own sentence, if any,
 * never a key, a header or the prompt. There is no `cause`, because the SDK's errors carry the whole request.
 */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly kind: ModelErrorKind
  readonly retryable: boolean
  readonly retryAfterMs: number | undefined
  readonly status: number | undefined
  readonly publicMessage: string
  /** What the provider says the call used; undefined: it did not say. */
  readonly usage: ModelUsage | undefined
  /** The provider may bill the call although there is no answer. */
  readonly mayBeBilled: boolean

  constructor(kind: ModelErrorKind, details: ModelErrorDetails = {}) {
    const { publicMessage, retryable } = KINDS[kind]
    const reply = details.providerMessage ? ` It said: ${details.providerMessage}` : ''
    const status = details.status === undefined ? '' : ` (HTTP ${details.status})`
    super(`${kind}${status}`)
    this.kind = kind
    this.retryable = details.retryable ?? retryable
    this.retryAfterMs = details.retryAfterMs
    this.status = details.status
    this.publicMessage = publicMessage + reply
    this.usage = details.usage
    this.mayBeBilled = details.mayBeBilled ?? (details.status === undefined || details.status === 200 ? maybeBilled.has(kind) : false)
  }
}

const MAX_MESSAGE = 300

/** The provider's message in a form we may show: one line, short, and without the key in any spelling. */
const cleanText = (text: string, apiKey: string | undefined): string => {
  const withoutKey = apiKey ? text.replaceAll(apiKey, '[key]').replaceAll(encodeURIComponent(apiKey), '[key]') : text
  // Providers repeat keys partly masked ("Incorrect API key provided: sk-abc***xyz"), so any text of a key's form is removed too.
  return withoutKey
    .replace(/\b(sk|pk|rk|key|AIza)[-_]?[\w*.-]{8,}/g, '[key]')
    .replace(/bearer\s+\S+/gi, 'Bearer [key]')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_MESSAGE)
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined

const parseJson = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    // Many gateways answer errors in HTML or plain text; then there is no provider message to pass on.
    return undefined
  }
}

/** OpenAI and Google: `{ error: { message, code, type } }`; Anthropic: `{ type: 'error', error: {...} }`; others: `{ message }` or text. */
const readWords = (body: unknown): { words: string; code: string } => {
  const error = field(body, 'error') ?? body
  const message = typeof error === 'string' ? error : (field(error, 'message') ?? field(body, 'message'))
  return {
    words: typeof message === 'string' ? message : '',
    code: [field(error, 'code'), field(error, 'type'), field(error, 'status')].filter((part) => typeof part === 'string').join(' '),
  }
}

const CONTEXT_LENGTH =
  /context[_ ]length|context window|maximum context|too many tokens|prompt is too long|exceeds the maximum number of tokens|input token count/i
const QUOTA = /insufficient_quota|billing|credit balance/i

const kindOfStatus = (status: number, code: string, texts: string): ModelErrorKind => {
  if (status === 401 || status === 403) return 'auth'
  if (status === 404) return 'not_found'
  if (status === 408) return 'timeout'
  if (status === 429) return 'rate_limited'
  if (status >= 500) return 'overloaded'
  if (status >= 400) return CONTEXT_LENGTH.test(`${code} ${texts}`) || status === 413 ? 'context_length' : 'invalid_request'
  return 'bad_response'
}

/** An error object inside the stream has no HTTP status, so its own code decides. */
const kindOfCode = (code: string, texts: string): ModelErrorKind => {
  if (/overloaded|server_error|api_error|unavailable|internal/i.test(code)) return 'overloaded'
  if (/rate_limit|resource_exhausted|429/i.test(code)) return 'rate_limited'
  if (/authentication|permission|invalid_api_key|unauthenticated/i.test(code)) return 'auth'
  if (/not_found/i.test(code)) return 'not_found'
  if (CONTEXT_LENGTH.test(`${code} ${texts}`)) return 'context_length'
  return /invalid/i.test(code) ? 'invalid_request' : 'bad_response'
}

const fromStatus = (error: APICallError, status: number, apiKey: string | undefined, now: Date): ModelError => {
  const { words: texts, code } = readWords(error.data ?? parseJson(error.responseBody))
  const kind = status === 200 && code ? kindOfCode(code, texts) : kindOfStatus(status, code, texts)
  const outOfQuota = kind === 'rate_limited' && QUOTA.test(`${code} ${texts}`)
  return new ModelError(kind, {
    status,
    retryAfterMs: parseRetryAfterMs(error.responseHeaders?.['retry-after'], now) ?? undefined,
    providerMessage: cleanText(texts, apiKey),
    // A used-up quota does not recover within a minute.
    ...(outOfQuota ? { retryable: false } : {}),
    ...(unanswered.has(status) ? { mayBeBilled: true } : {}),
  })
}

const EGRESS_KINDS: Record<EgressReason, ModelErrorKind> = {
  invalid_url: 'invalid_request',
  blocked_address: 'blocked_address',
  unknown_host: 'network',
  connect_failed: 'network',
  cut: 'network',
  timeout: 'timeout',
  too_large: 'bad_response',
  too_many_redirects: 'bad_response',
  bad_response: 'bad_response',
  held: 'network',
}

const findCause = <T>(error: unknown, is: (value: unknown) => value is T, depth = 0): T | undefined => {
  if (is(error)) return error
  return depth < 6 && error instanceof Error && error.cause !== undefined ? findCause(error.cause, is, depth + 1) : undefined
}

/**
 * Maps an error of a provider, its SDK or the network to a `ModelError`. `answering`: part of the response had arrived,
 * which makes a cut connection a cut stream.
 */
export const toModelError = (error: unknown, context: { apiKey?: string | undefined; answering: boolean; now: Date }): ModelError => {
  if (error instanceof ModelError) return error
  const egress = findCause(error, (value) => value instanceof EgressError)
  if (egress) {
    const kind = egress.reason === 'cut' && context.answering ? 'cut_stream' : EGRESS_KINDS[egress.reason]
    // Whether a request that was cut had arrived cannot be known.
    return new ModelError(kind, egress.reason === 'cut' ? { mayBeBilled: true } : {})
  }
  const call = findCause(error, APICallError.isInstance)
  if (call?.statusCode !== undefined) return fromStatus(call, call.statusCode, context.apiKey, context.now)
  if (call) return new ModelError(context.answering ? 'cut_stream' : 'network', { mayBeBilled: true })
  if (InvalidResponseDataError.isInstance(error) && /finish reason/.test(error.message)) return new ModelError('cut_stream')
  if (error instanceof Error) return new ModelError('bad_response')
  const { words: texts, code } = readWords(error)
  return new ModelError(kindOfCode(code, texts), {
    providerMessage: cleanText(texts, context.apiKey),
    // An error inside an answer that had begun.
    ...(context.answering ? { mayBeBilled: true } : {}),
  })
}
