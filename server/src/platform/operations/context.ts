import type { Endpoint, Parsed, Result, StreamEvent } from '@imperium/contract/kit/endpoint.ts'
import type { Permission, Role } from '@imperium/contract/permissions.ts'
import type { AuditActor } from '../audit/audit.ts'
import type { Caller, Membership } from '../auth/auth-context.ts'
import type { AuthTx, OrgTx } from '../db/database.ts'
import type { Viewer } from '../db/viewer.ts'
import type { KeyIdentity } from '../auth/key-context.ts'
import type { Log } from '../log.ts'

/** Details that a handler adds to the audit row of a write. */
export interface AuditDetail {
  targetId?: string
  targetName?: string
  before?: unknown
  after?: unknown
}

interface BaseContext {
  requestId: string
  /** The operation's method, or HEAD, which is answered as GET: handlers that count visits skip it. */
  method: string
  ipAddress: string
  userAgent: string
  log: Log
  /** The request comes from a browser page (it sent Origin or Sec-Fetch-Site). */
  fromBrowser: boolean
  /** Called below `/api/v1`. */
  viaV1: boolean
  header(name: string): string | undefined
  /** All headers, names in lower case; of a repeated one the first value. */
  headers(): Record<string, string>
  /** Lets the pages of this other site read the response. */
  allowOrigin(origin: string): void
  /** Sets (value) or clears (null) the session cookie of the response. */
  setSessionCookie(value: string | null, maxAgeSeconds?: number): void
  /** A cookie of ours by its plain name; on https it carries the prefix that binds it to this host. */
  readCookie(name: string): string | undefined
  /** Sets (value) or clears (null) an httpOnly cookie of ours for the whole site. */
  setCookie(name: string, value: string | null, maxAgeSeconds?: number): void
  /** The raw query of the request, for responses of other sites, which choose its fields. */
  search(): string
  /** Adds to the audit row that the registry writes. */
  audit(detail: AuditDetail): void
  /** Aborts when the client disconnects or the server closes. */
  signal(): AbortSignal
}

export type PublicContext = BaseContext
export interface SignedInContext extends BaseContext {
  caller: Caller
  tx: AuthTx
}
export interface OrgContext extends BaseContext {
  caller: Caller
  org: Membership
  role: Role
  /** The API key of the request; null for a session. `caller` is then its creator. */
  key: KeyIdentity | null
  /** Whether the caller's role or an assignment, and a key's scopes, allow the permission. */
  may(permission: Permission): boolean
  actor: AuditActor
  /** The person that transactions read for; undefined: the caller sees the rows of every node. */
  viewer: Viewer | undefined
  tx: OrgTx
  inOrg<T>(work: (tx: OrgTx) => Promise<T>): Promise<T>
}

type WithoutTx<C, E> = E extends { transaction: false } ? Omit<C, 'tx'> : C
/** A public operation gets no transaction; a signed-in one that of sign-in; every other one that of the tenant. */
export type ContextOf<E> = E extends { access: 'public' }
  ? PublicContext
  : E extends { access: 'signed-in' }
    ? WithoutTx<SignedInContext, E>
    : WithoutTx<OrgContext, E>

export interface StreamItem<T> {
  id: number
  data: T
}

type Reply<E> = (input: Parsed<E>, context: ContextOf<E>) => Promise<Result<E>>
/** Runs after the transaction; may still refuse, until it has returned its iterable. */
type Stream<E> = (input: Parsed<E>, context: ContextOf<E>, response: Result<E> | null) => Promise<AsyncIterable<StreamItem<StreamEvent<E>>>>

export type Handler<E> = E extends { event: object; reply: object }
  ? { answer: Reply<E>; stream: Stream<E> }
  : E extends { event: object }
    ? { stream: Stream<E> }
    : Reply<E>
export type Handlers<G> = { [K in keyof G]: Handler<G[K]> }

/** The same without the types of a single endpoint, for the registry. */
export interface AnyHandler {
  answer?: (input: Parsed<Endpoint>, context: never) => Promise<unknown>
  stream?: (input: Parsed<Endpoint>, context: never, response: unknown) => Promise<AsyncIterable<StreamItem<unknown>>>
}

export interface BoundOperation {
  endpoint: Endpoint
  handler: AnyHandler
}

/** Binds each operation of a contract group to its handler; a missing or surplus one does not compile. */
export function bindOperations<G extends Record<string, Endpoint>>(group: G, handlers: Handlers<G>): BoundOperation[] {
  return Object.entries(group).map(([name, endpoint]) => {
    const handler = handlers[name as keyof G] as unknown
    return { endpoint, handler: (typeof handler === 'function' ? { answer: handler } : handler) as AnyHandler }
  })
}
