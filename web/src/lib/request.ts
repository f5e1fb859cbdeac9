import type { Problem } from '@imperium/contract/kit/problem.ts'
import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'
import { ApiError } from './api-error.ts'
import { readStored, storageKeys } from './storage.ts'

export interface RequestInput {
  params?: object
  query?: object
  body?: unknown
}

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

function buildUrl(endpoint: Endpoint, input: RequestInput): string {
  const params = new Map(Object.entries(input.params ?? {}))
  const path = endpoint.path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(params.get(name))))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value === undefined || value === null) continue
    for (const item of Array.isArray(value) ? value : [value]) search.append(name, String(item))
  }
  return `${basePath}${path}${search.size > 0 ? `?${search}` : ''}`
}

function buildHeaders(endpoint: Endpoint, input: RequestInput, options: RequestOptions): Headers {
  const headers = new Headers({ accept: 'application/json', ...options.headers })
  const token = readStored(storageKeys.token)
  const tenant = currentTenant()
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (tenant && endpoint.access !== 'public') headers.set('x-tenant', tenant)
  if (input.body !== undefined) headers.set('content-type', input.body instanceof Blob ? input.body.type : 'application/json')
  if (endpoint.idempotent) headers.set('idempotency-key', options.idempotencyKey ?? crypto.randomUUID())
  return headers
}

/** Checked without a schema: that would load zod on the first page. */
const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' &&
  body !== null &&
  'message' in body &&
  typeof body.message === 'string' &&
  'code' in body &&
  typeof body.code === 'string' &&
  (!('errors' in body) || Array.isArray(body.errors))

async function readProblem(response: Response): Promise<Problem | null> {
  try {
    const body: unknown = await response.json()
    return isProblem(body) ? body : null
  } catch {
    // A proxy's HTML page, or an empty body: only the status is known.
    return null
  }
}

async function toApiError(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get('retry-after'))
  const retryAfterSeconds = Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : null
  return new ApiError({ kind: 'answer', status: response.status, problem: await readProblem(response), retryAfterSeconds })
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
export async function sendRequest(endpoint: Endpoint, input: RequestInput, options: RequestOptions = {}): Promise<Response> {
  const handle = readStored(storageKeys.token)
  let response = await sendOnce(endpoint, input, options)
  if (response.status === 401 && endpoint.access !== 'public' && (await hasNewHandle(handle)))
    response = await sendOnce(endpoint, input, options)
  if (!response.ok) throw await toApiError(response)
  return response
}

async function sendOnce(endpoint: Endpoint, input: RequestInput, options: RequestOptions): Promise<Response> {
  const timeoutMs = options.timeoutMs === undefined ? defaultTimeoutMs : options.timeoutMs
  const signals = [options.signal, timeoutMs === null ? undefined : AbortSignal.timeout(timeoutMs)].filter((signal) => signal !== undefined)
  let request: Request
  try {
    request = new Request(buildUrl(endpoint, input), {
      method: endpoint.method,
      credentials: 'same-origin',
      headers: buildHeaders(endpoint, input, options),
      signal: AbortSignal.any(signals),
      ...(input.body === undefined ? {} : { body: input.body instanceof Blob ? input.body : JSON.stringify(input.body) }),
    })
  } catch (cause) {
    throw new ApiError({ kind: 'request', cause })
  }
  try {
    return await fetch(request)
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    throw new ApiError({ kind: 'network', cause })
  }
}
