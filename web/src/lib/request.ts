import { addressOf, encodeBody, headersOf, readRefusal, retryAfterOf } from '../../../packages/client/src/core.ts'
import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'
import type { Problem } from '@imperium/contract/kit/problem.ts'
import type { RequestParts } from '../../../packages/client/src/core.ts'
import { ApiError } from './api-error.ts'
import { readStored, storageKeys } from './storage.ts'

export interface RequestOptions {
  signal?: AbortSignal
  idempotencyKey?: string
  /** Milliseconds; null for streams, which have no end to wait for. */
  timeoutMs?: number | null
  headers?: Record<string, string>
}

const basePath = '/api'
const defaultTimeoutMs = 10_000

/** The organization of a request: that of the URL, so that two tabs can show two organizations. */
export function currentTenant(): string | null {
  const slug = /^\/org\/([a-z0-9-]+)/.exec(location.pathname)?.[1]
  return slug ?? readStored(storageKeys.tenant)
}

function buildHeaders(endpoint: Endpoint, input: RequestParts, options: RequestOptions): Headers {
  const headers = headersOf(input.body, options.headers)
  const token = readStored(storageKeys.token)
  const tenant = currentTenant()
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (tenant && endpoint.access !== 'public') headers.set('x-tenant', tenant)
  if (endpoint.idempotent) headers.set('idempotency-key', options.idempotencyKey ?? crypto.randomUUID())
  return headers
}

async function toApiError(response: Response): Promise<ApiError> {
  const problem = (await readRefusal(response)) as Problem | null
  return new ApiError({ kind: 'answer', status: response.status, problem, retryAfterSeconds: retryAfterOf(response) })
}

/** Milliseconds until a new handle from another response is in the browser's storage. */
const handOverMs = 200

/**
 * The session may get a new token while a request is in flight: after a change of password or second factor. This is not the end
 * of the session: the request is retried with the new handle.
 */
async function hasNewHandle(handle: string | null): Promise<boolean> {
  if (handle === null) return false
  await new Promise((resolve) => setTimeout(resolve, handOverMs))
  const now = readStored(storageKeys.token)
  return now !== null && now !== handle
}

/** Sends one operation and returns a successful response. Throws ApiError, or AbortError when the caller's signal fired. */
export async function sendRequest(endpoint: Endpoint, input: RequestParts, options: RequestOptions = {}): Promise<Response> {
  const handle = readStored(storageKeys.token)
  let response = await sendOnce(endpoint, input, options)
  if (response.status === 401 && endpoint.access !== 'public' && (await hasNewHandle(handle)))
    response = await sendOnce(endpoint, input, options)
  if (!response.ok) throw await toApiError(response)
  return response
}

async function sendOnce(endpoint: Endpoint, input: RequestParts, options: RequestOptions): Promise<Response> {
  const timeoutMs = options.timeoutMs === undefined ? defaultTimeoutMs : options.timeoutMs
  const signals = [options.signal, timeoutMs === null ? undefined : AbortSignal.timeout(timeoutMs)].filter((signal) => signal !== undefined)
  let request: Request
  try {
    request = new Request(basePath + addressOf(endpoint, input), {
      method: endpoint.method,
      credentials: 'same-origin',
      headers: buildHeaders(endpoint, input, options),
      signal: AbortSignal.any(signals),
      ...encodeBody(input.body),
    })
  } catch (cause) {
    throw new ApiError({ kind: 'request', cause })
  }
  try {
    const response = await fetch(request)
    noteRequest(request, response)
    return response
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    throw new ApiError({ kind: 'network', cause })
  }
}

/** A request of this browser: its id finds it in the operator's log. */
export interface RecentRequest {
  id: string
  /** Method and path, without the query. */
  what: string
  status: number
}

const kept = 10
let recent: readonly RecentRequest[] = []

/** In memory only: a reload begins anew. */
export function noteRequest({ method, url }: Request, { headers, status }: Response): void {
  const id = headers.get('x-request-id')
  if (id) recent = [{ id, what: `${method} ${new URL(url).pathname}`, status }, ...recent].slice(0, kept)
}

/** The latest first. */
export const recentRequests = (): readonly RecentRequest[] => recent
