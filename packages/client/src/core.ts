/** What our own web app and the published client have in common: an operation as a request, an answer as data or as a problem. */

export interface OperationRoute {
  readonly method: string
  /** Below the API, with `:name` parameters. */
  readonly path: string
  readonly paged?: boolean
  readonly idempotent?: boolean
  /** Answers with a file of this content type, without the envelope. */
  readonly file?: string
}

export interface RequestParts {
  params?: object
  query?: object
  body?: unknown
}

/** A text with named placeholders, and their values: to word a message in another language. */
interface Worded {
  message: string
  key?: string | undefined
  values?: Record<string, unknown> | undefined
}

/** The answer of every refusal. */
export interface RefusedAnswer extends Worded {
  success: false
  error: string
  code: string
  errors?: (Worded & { path: string })[] | undefined
  existingId?: string | undefined
  requestId: string
}

/** Path and query of an operation. */
export function addressOf(route: OperationRoute, { params, query }: RequestParts): string {
  const given = new Map(Object.entries(params ?? {}))
  const path = route.path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(given.get(name))))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null) continue
    for (const item of Array.isArray(value) ? value : [value]) search.append(name, String(item))
  }
  return `${path}${search.size > 0 ? `?${search}` : ''}`
}

/** The headers of a request with this body, besides those that say who asks. */
export function headersOf(body: unknown, more: Record<string, string> = {}): Headers {
  const headers = new Headers({ accept: 'application/json', ...more })
  if (body !== undefined) headers.set('content-type', body instanceof Blob ? body.type : 'application/json')
  return headers
}

export const encodeBody = (body: unknown): { body?: Blob | string } =>
  body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }

/** The data of a successful answer; of a paged operation `{ rows, nextCursor }`. @throws where the answer was cut off or is no JSON */
export async function readData(route: OperationRoute, response: Response): Promise<unknown> {
  if (response.status === 204) return null
  const { data, page } = (await response.json()) as { data?: unknown; page?: { nextCursor: string | null } }
  return route.paged ? { rows: data, nextCursor: page?.nextCursor ?? null } : (data ?? null)
}

/** Checked without a schema, which would load a library. */
const isRefusal = (body: unknown): body is RefusedAnswer =>
  typeof body === 'object' &&
  body !== null &&
  'message' in body &&
  typeof body.message === 'string' &&
  'code' in body &&
  typeof body.code === 'string' &&
  (!('errors' in body) || Array.isArray(body.errors))

/** The refusal that an answer holds; null for a proxy's page or an empty body, of which only the status is known. */
export async function readRefusal(response: Response): Promise<RefusedAnswer | null> {
  try {
    const body: unknown = await response.json()
    return isRefusal(body) ? body : null
  } catch {
    return null
  }
}

/** Seconds that an answer asks to wait. */
export function retryAfterOf(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after'))
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null
}
