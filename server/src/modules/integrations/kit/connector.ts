import type { z } from 'zod'
import type { Action } from './action.ts'
import type { Auth } from './auth.ts'
import type { Trigger } from './trigger.ts'

/** The categories of the page, in the order of its chips. */
export const categories = ['Communication', 'CRM', 'Analytics', 'Marketing', 'Productivity', 'Payment', 'Automation'] as const
export type Category = (typeof categories)[number]

/** Any connector, action or trigger, whatever its types. */
export interface Connector {
  /** a-z, 0-9 and _: part of the names of its steps and tools. */
  id: string
  name: string
  /** One sentence: what it is used for here. */
  description: string
  category: Category
  isPopular?: boolean
  /** The content of an own 24 by 24 SVG (paths, no script, no style); without one the initials are shown. */
  logo?: string
  /** Ways to connect; the first one is offered first. */
  auth: readonly Auth[]
  /** Address that the paths of requests follow, with `{field}` of the connection: `https://{site}.example.com/api`. */
  baseUrl: string
  /** More hosts that its requests go to with the credentials (`uploads.example.com`). */
  hosts?: readonly string[]
  /** What a request that fails answers, where the service has a form of its own. */
  errors?: ErrorForm
  /** Proves that the credentials work, without changing anything. */
  test: ConnectionTest
  actions: Readonly<Record<string, Action>>
  triggers?: Readonly<Record<string, Trigger>>
}

export interface ErrorForm {
  /** The service's own words in the body of an answer that failed. */
  message?: (body: unknown) => unknown
  /** Whether a body says that the call failed although the status says that it did not. */
  isFailure?: (body: unknown) => boolean
}

/** A call of the service. It never holds the credentials: the kit adds them, to the connection's own hosts only. */
export interface ApiRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** After the connector's `baseUrl`, as `path` makes it; or a whole address on one of the connection's hosts. */
  path: string
  /** Absent values are left out; a list repeats its name. */
  query?: Readonly<Record<string, QueryValue | readonly QueryValue[]>>
  headers?: Readonly<Record<string, string>>
  /** At most one of these. */
  json?: unknown
  form?: Readonly<Record<string, QueryValue | readonly QueryValue[]>>
  text?: { body: string; contentType: string }
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

export type ConnectionTest =
  | {
      request: ApiRequest
      /** What it is connected to (an account's name), shown with the connection. */
      account?: (body: unknown) => unknown
    }
  | { run: (context: ConnectorContext) => Promise<string | null> }

/** Values as schemas give them. */
export type InputOf<I extends z.ZodType> = z.output<I>

/** Checked as data; the types stay. */
export const defineConnector = (connector: Connector): Connector => connector

/** A path with its values percent-encoded: path`/contacts/${id}`. @throws RangeError for a value that would lead elsewhere. */
export const path = (parts: TemplateStringsArray, ...values: readonly (string | number)[]): string =>
  parts.reduce((made, part, index) => `${made}${segment(String(values[index - 1] ?? ''))}${part}`)

function segment(value: string): string {
  // Dots alone mean another folder, encoded or not.
  if (/^\.{1,2}$/.test(value)) throw new RangeError('A value of the address consists of dots')
  return encodeURIComponent(value)
}
