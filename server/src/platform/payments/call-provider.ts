import type { z } from 'zod'
import { AppError } from '../errors.ts'
import type { HttpOut } from '../http-out/http-out.ts'
import { storableText } from '../text/storable.ts'

const timeoutMs = 10_000
const mostBytes = 256 * 1024

export interface ProviderRequest<T> {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  reply: z.ZodType<T>
}

export class ProviderError extends Error {
  /** The provider refused this request: a repeat is refused too. Not so for its limits, its locks and a wrong key. */
  readonly isRefusal: boolean
  /** The key is not valid, or no longer. */
  readonly isKeyRefused: boolean

  constructor(name: string, status: number) {
    super(`${name} answered ${status}`)
    this.isKeyRefused = status === 401 || status === 403
    this.isRefusal = status >= 400 && status < 500 && ![401, 403, 408, 409, 425, 429].includes(status)
  }
}

/** One request to a provider's API. @throws ProviderError for an answer that is no success, without its text: it may hold personal data. */
export async function callProvider<T>(
  httpOut: Pick<HttpOut, 'fetch'>,
  name: string,
  { url, method, headers, body, reply }: ProviderRequest<T>,
): Promise<T> {
  const response = await httpOut.fetch(url, { method, headers, ...(body === undefined ? {} : { body }), timeoutMs, maxBytes: mostBytes })
  const text = await response.text()
  if (!response.ok) throw new ProviderError(name, response.status)
  return reply.parse(JSON.parse(text))
}

/** Null for a text that is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A signature proves who wrote a call, not that its texts can be stored. @throws 400 for a text that PostgreSQL takes in no column. */
export function refuseUnstorableCall(call: object): void {
  for (const value of Object.values(call)) {
    if (value !== null && typeof value === 'object') refuseUnstorableCall(value)
    if (typeof value === 'string' && storableText(value) !== value) throw new AppError('BAD_REQUEST', 400, 'The request is malformed.')
  }
}
