/** A call of the service. It never holds the credentials: the kit adds them, to the connection's own hosts only. */
export interface ApiRequest {
  /** The last two are those of WebDAV, and change nothing. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'PROPFIND' | 'REPORT'
  /** After the connector's `baseUrl`, as `path` makes it; or a whole address on one of the connection's hosts. */
  path: string
  /** The path begins at the root of the host, not at the connector's `baseUrl`. */
  isFromRoot?: boolean
  /** Parameters that are percent-encoded already, without `?`; after those of `query`. */
  encodedQuery?: string
  /** Absent values are left out; a list repeats its name. */
  query?: Readonly<Record<string, QueryValue | readonly QueryValue[]>>
  headers?: Readonly<Record<string, string>>
  /** At most one of these. */
  json?: unknown
  form?: Readonly<Record<string, QueryValue | readonly QueryValue[]>>
  text?: { body: string; contentType: string }
  bytes?: { body: Uint8Array; contentType: string }
}
export type QueryValue = string | number | boolean | null | undefined

export interface ApiResponse {
  status: number
  headers: Headers
  /** Parsed where it is JSON, text otherwise, null where there is none. */
  body: unknown
}

/** What a connector with code of its own is given. */
export interface ConnectorContext {
  /** Fields of the connection, with its secrets. */
  fields: Readonly<Record<string, string>>
  /** Sends with credentials, bounds and the egress guard. @throws ServiceError */
  send: (request: ApiRequest) => Promise<ApiResponse>
  /** An allowed address of a host that the connection names, for protocols other than HTTP. @throws ServiceError */
  findAddress: (host: string, port: number) => Promise<string>
  /** Same for every try of the same execution. */
  identity: string
  now: Date
  signal: AbortSignal
}

/** A path with its values percent-encoded: path`/contacts/${id}`. @throws RangeError for a value that would lead elsewhere. */
export const path = (parts: TemplateStringsArray, ...values: readonly (string | number)[]): string =>
  parts.reduce((made, part, index) => `${made}${index === 0 ? '' : pathSegment(String(values[index - 1] ?? ''))}${part}`)

/** One part of a path, percent-encoded. @throws RangeError for one that would lead elsewhere. */
export function pathSegment(value: string): string {
  if (leadsElsewhere(value)) throw elsewhere()
  return encodeURIComponent(value)
}

/** Dots alone mean another folder, encoded or not, and without a value the address is that of all. */
export const leadsElsewhere = (part: string): boolean => /^\.{0,2}$/.test(part)
export const elsewhere = (): RangeError => new RangeError('A value of the address is empty or consists of dots')
