import { EgressError } from '../http-out/egress-error.ts'
import type { HttpOut } from '../http-out/http-out.ts'
import type { PostResponse } from '../http-out/post-once.ts'
import { parseRetryAfterMs, retryWaitMs } from './retry-schedule.ts'
import { checkHeaders } from './signer.ts'
import type { Sign } from './signer.ts'

const timeoutMs = 15_000
/** Of a request's and a response's body in the log, in bytes. */
const mostLoggedBytes = 64 * 1024
const [second, minute, hour] = [1_000, 60_000, 3_600_000]
/** With the mean jitter of a tenth: 28 hours from the first attempt to the last. */
const usualWaitsMs = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 8 * hour, 10 * hour]

export interface Delivery {
  /** The same on every attempt: the receiver recognises a repeat by it. */
  id: string
  url: string
  /** The customer's own. */
  headers?: Readonly<Record<string, string>>
  /** JSON. */
  body: string
  /** Sent by hand, with the sample of its event: a header says so. */
  isTest?: boolean
}

/** An attempt as it is logged. */
export interface DeliveryAttempt {
  /** `gone`: the receiver wants no more (410). `impossible`: the address can never be called. */
  outcome: 'delivered' | 'failed' | 'gone' | 'impossible'
  at: Date
  latencyMs: number
  /** Null without a response. */
  status: number | null
  /** What went wrong when there is no response; null with one. */
  error: string | null
  retryAfterMs: number | null
  request: { headers: Record<string, string>; body: string }
  response: { headers: Record<string, string>; body: string } | null
}

interface AttemptOptions {
  httpOut: Pick<HttpOut, 'post'>
  sign: Sign
  now: () => Date
  timeoutMs?: number
}

/** Posts a signed delivery once, without following redirects. Throws only for an error of ours. */
export async function attemptDelivery(delivery: Delivery, options: AttemptOptions): Promise<DeliveryAttempt> {
  const { id, url, body } = delivery
  const at = options.now()
  const startedAt = performance.now()
  const headers = {
    ...checkHeaders(delivery.headers ?? {}),
    'content-type': 'application/json',
    'user-agent': 'Imperium-Webhooks/1',
    ...(delivery.isTest ? { 'webhook-test': 'true' } : {}),
    ...options.sign(id, body),
  }
  const done = (rest: Pick<DeliveryAttempt, 'outcome' | 'status' | 'error' | 'retryAfterMs' | 'response'>): DeliveryAttempt => ({
    ...rest,
    at,
    latencyMs: Math.round(performance.now() - startedAt),
    request: { headers, body: cutBytes(body) },
  })
  try {
    const init = { headers, body, timeoutMs: options.timeoutMs ?? timeoutMs, maxBytes: mostLoggedBytes, isCut: true }
    const received = await options.httpOut.post(url, init)
    const { status } = received
    return done({ outcome: outcomeOf(status), status, error: null, ...readResponse(received, at) })
  } catch (error) {
    if (!(error instanceof EgressError)) throw error
    const isNever = error.reason === 'blocked_address' || error.reason === 'invalid_url'
    return done({
      outcome: isNever ? 'impossible' : 'failed',
      status: null,
      error: error.publicMessage,
      retryAfterMs: null,
      response: null,
    })
  }
}

const outcomeOf = (status: number): DeliveryAttempt['outcome'] =>
  status >= 200 && status < 300 ? 'delivered' : status === 410 ? 'gone' : 'failed'

/** A body that ends early must not read as if the receiver had written no more. */
export const noteCut = (text: string, where: string): string => `${text}\n[Cut here ${where}]`

function readResponse({ headers, text, isCutOff }: PostResponse, at: Date): Pick<DeliveryAttempt, 'retryAfterMs' | 'response'> {
  const texts = Object.entries(headers).map(([name, value]): [string, string] => [name, [value ?? []].flat().join(', ')])
  const response = { headers: Object.fromEntries(texts), body: isCutOff ? noteCut(text, `after ${mostLoggedBytes / 1024} KB`) : text }
  return { retryAfterMs: parseRetryAfterMs(response.headers['retry-after'], at), response }
}

/** A character that the limit divides is left out. */
const cutBytes = (text: string): string =>
  // No character has more than three bytes for each of its units.
  text.length * 3 <= mostLoggedBytes ? text : new TextDecoder().decode(Buffer.from(text).subarray(0, mostLoggedBytes), { stream: true })

/**
 * When to try again after the `failures`-th failed attempt: at the receiver's `Retry-After` or later. Null when no attempt follows, also
 * after the last of the schedule.
 */
export function nextAttemptAt(
  { outcome, at, retryAfterMs }: Pick<DeliveryAttempt, 'outcome' | 'at' | 'retryAfterMs'>,
  failures: number,
  { random, waitsMs = usualWaitsMs }: { random?: () => number; waitsMs?: readonly number[] } = {},
): Date | null {
  if (outcome !== 'failed' || failures > waitsMs.length) return null
  return new Date(at.getTime() + retryWaitMs(waitsMs, failures, { retryAfterMs, ...(random ? { random } : {}) }))
}
