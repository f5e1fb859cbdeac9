import type { StoredDocument } from '../documented/stored-document.ts'
import type { Action } from './action.ts'
import type { Auth } from './auth.ts'
import type { ApiRequest, ConnectorContext } from './request.ts'
import type { Trigger } from './trigger.ts'

export { path } from './request.ts'
export type { ApiRequest, ApiResponse, ConnectorContext } from './request.ts'

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
  /** The capability of agents that a connection of it makes usable. */
  serves?: 'web_search' | 'calendar_integration'
  /** It calls no service, and says so in what it answers. */
  isSandbox?: boolean
  /** Each connection brings an OpenAPI document, whose operations are its actions. */
  isDocumented?: boolean
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

export type ConnectionTest =
  | {
      request: ApiRequest
      /** What it is connected to (an account's name), shown with the connection. */
      account?: (body: unknown) => unknown
    }
  | { run: (context: ConnectorContext) => Promise<string | null> }
  /** What the connected server offers: its actions, kept as they were when a person took them over. Its title is the account. @throws ServiceError */
  | { discover: (context: ConnectorContext) => Promise<StoredDocument> }

export const isDiscovered = ({ test }: Connector): boolean => 'discover' in test

/** Checked as data; the types stay. */
export const defineConnector = (connector: Connector): Connector => connector
