import { EgressError } from '../http-out/egress-error.ts'
import type { HttpOut } from '../http-out/http-out.ts'
import type { PostInit } from '../http-out/post-once.ts'
import { parseRetryAfterMs } from '../signed-http/retry-schedule.ts'
import type { DeliveryOutcome } from './transport.ts'

/** Response of a provider's HTTP API: the status is known, the text may be empty when it broke off. */
export interface ProviderResponse {
  kind: 'answer'
  status: number
  /** From `Retry-After`; null without one. */
  retryAfterMs: number | null
  text: string
}

const MAX_RESPONSE_BYTES = 256 * 1024

/** One line of at most 300 characters, as it may be stored and shown. */
export const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 300)

/** Whether the provider may have acted: an error after sending and a truncated response have an unknown outcome. */
const outcomeOfFailure = (error: EgressError): DeliveryOutcome => {
  const response = `${error.reason}: ${error.publicMessage}`
  return error.maybeSent ? { kind: 'unknown', response } : { kind: 'unreachable', response }
}

/**
 * Posts through `http-out`. Returns the provider's response, or without one `unreachable` when nothing was sent, else
 * `unknown`. Throws only for an error of ours.
 */
export const postToProvider = async (
  httpOut: Pick<HttpOut, 'post'>,
  url: string,
  init: Omit<PostInit, 'maxBytes'>,
): Promise<ProviderResponse | DeliveryOutcome> => {
  try {
    const { status, headers, text } = await httpOut.post(url, { ...init, maxBytes: MAX_RESPONSE_BYTES })
    const retryAfter = [headers['retry-after'] ?? []].flat()[0] ?? null
    return { kind: 'answer', status, retryAfterMs: parseRetryAfterMs(retryAfter, new Date()), text }
  } catch (error) {
    if (error instanceof EgressError) return outcomeOfFailure(error)
    throw error
  }
}

/** The fields of a JSON object; empty for anything else. */
export const readJsonObject = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    // A response in another format has no details.
    return {}
  }
}
