import type { z } from 'zod'
import './issue-texts.ts'
import type { Permission } from '../permissions.ts'

type Schema = z.ZodType

/**
 * Access to an operation. `public`: everyone; `signed-in`: any account, no organization; a permission: a member of the
 * organization with a role that has it. No default, so that an operation without access does not compile (SEC-17).
 */
export type Access = 'public' | 'signed-in' | Permission

/** One operation of Imperium, as data. Route, validation, client, OpenAPI and the test matrices read it. */
export interface Endpoint {
  /** `module.verb`, for example `agents.create`: the audit action, the operationId and the query key. */
  id: `${string}.${string}`
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api`, with `:name` parameters. */
  path: `/${string}`
  summary: string
  access: Access
  params?: z.ZodObject
  query?: z.ZodObject
  body?: Schema
  reply?: Schema
  /** Schema of one server-sent event. With `reply` too, `Accept: text/event-stream` chooses. */
  event?: Schema
  /** The response is an array with `page.nextCursor`. */
  paged?: boolean
  /** Success status; 200 unless given. */
  status?: 200 | 201 | 202
  /** Statuses of this operation besides those that follow from its shape. */
  errors?: readonly number[]
  /** Honours `Idempotency-Key`: the same key returns the first result for 24 hours. */
  idempotent?: boolean
  /** Part of the public, versioned API: also served below `/api/v1`. */
  v1?: boolean
  /** `false`: no tool for AI assistants over MCP, although it is public and answers JSON. */
  mcp?: false
  /** An agent's key may call it too: `id` of the path is that agent or one of its runs. Any other gets 404. */
  agentKey?: 'agent' | 'run'
  /**
   * A member who has the permission only on nodes of the hierarchy may call it: its transaction then reaches only rows of these nodes. For
   * operations on one row of a table that rows of nodes stand in, or whose handler checks the node itself.
   */
  onNodes?: true
  /** Own rate limit per caller, besides the general one. */
  rate?: { max: number; perSeconds: number }
  /** Only `rate` limits it: very many users share one address (a mail provider's proxy, a company's network). */
  ownLimitOnly?: true
  /** Bytes; 256 KiB unless given. */
  bodyLimit?: number
  /** `false`: the handler opens its own transactions, because it waits for the outside in between. */
  transaction?: false
  /** Every write leaves an audit row, and no read does. `false`: a write that leaves none (a refresh, marking as read); `true`: a read that leaves one (an export). */
  audited?: boolean
  /** Only within ten minutes of a proof of identity (password, second factor, passkey): 403 `REAUTHENTICATION_REQUIRED` otherwise (SEC-14). */
  recentSignIn?: boolean
  /** The body is a file of one of these content types, as bytes: there is no `body` schema. */
  upload?: readonly string[]
  /** The response is a file of this content type, without the envelope. */
  file?: string
  /** The response is a redirect (303) to one of our paths, a sign-in provider, or a stored address. For URLs that a browser opens. */
  redirects?: boolean
  /** The handler sets the whole response: status, type, headers and body. For callers with another protocol. */
  raw?: boolean
  /** The response is a page without scripts, or a redirect (303) to another of our paths, for contacts. Refusals are pages too. */
  page?: boolean
  /** A GET that consumes something (a sign-in code): HEAD is rejected, which every other GET answers without a body. */
  noHead?: true
  /** Works in a suspended organization, which is otherwise read-only. */
  whileSuspended?: boolean
}

type Part<E, K extends string> = E extends { [k in K]: infer X extends Schema } ? X : undefined
type In<T> = T extends Schema ? z.input<T> : undefined
type Out<T> = T extends Schema ? z.output<T> : undefined
type Prune<T> = { [K in keyof T as [T[K]] extends [undefined] ? never : K]: T[K] }

/** A call's input: `{ params?, query?, body? }` in their input shapes. */
export type Call<E> = Prune<{
  params: In<Part<E, 'params'>>
  query: In<Part<E, 'query'>>
  body: E extends { upload: readonly string[] } ? Blob : In<Part<E, 'body'>>
}>
/** A handler's input: the same parts, parsed, with defaults. */
export type Parsed<E> = Prune<{
  params: Out<Part<E, 'params'>>
  query: Out<Part<E, 'query'>>
  body: E extends { upload: readonly string[] } ? UploadedFile : Out<Part<E, 'body'>>
}>
export type Data<E> = Out<Part<E, 'reply'>>
export type StreamEvent<E> = Out<Part<E, 'event'>>
export type Page<T> = { rows: T; nextCursor: string | null }
export interface UploadedFile {
  contentType: string
  bytes: Uint8Array
}
/** Result of a `file` operation's handler. */
export interface FileResponse {
  content: string | Uint8Array | AsyncIterable<string | Uint8Array>
  /** Offered for saving under this name; without it the browser may show it. */
  fileName?: string
  /** Where the operation declares a family of types (`image/*`): the one of this file. */
  contentType?: string
  /** How long the browser may keep it for itself; not at all unless given. */
  maxAgeSeconds?: number
  /** Proxies may keep it too: the same for everyone, and never changed under its address. */
  isPublic?: boolean
  /** May be shown on other sites' pages: a picture in an email that is read in a browser. */
  isEmbedded?: boolean
}
/** Result of a `raw` operation's handler; a refusal still has our format. */
export interface RawResponse {
  status: number
  contentType: string
  headers?: Record<string, string>
  body: string
}
/** Result of a `page` operation's handler. */
export type PageResponse =
  | { location: string }
  | {
      status: number
      language: string
      title: string
      /** HTML inside `body`, with all user input escaped. No `style` attributes: only the style sheet applies. */
      body: string
      /** The style sheet. */
      style: string
      /** More of the head, HTML with all user input escaped: a canonical address, what search engines may do. */
      head?: string
      /** How long browsers and proxies may show it without asking; not at all unless given. It then differs by language only. */
      cacheSeconds?: number
      /** It shows images of ours. */
      hasImages?: boolean
      /** It is set in fonts of ours. */
      hasFonts?: boolean
      /** Of the body, for rules that reach into pages of this kind only. */
      bodyClass?: string
      /** Attributes of the page's only script, which is one of ours. */
      script?: string
      /** Where the browser continues automatically. */
      goOn?: string
      /** When to try again, of a page that refuses for now. */
      retryAfterSeconds?: number
    }
/** Result of a handler, and of the client, for a plain (not streamed) response. */
export type Result<E> = E extends { paged: true }
  ? Page<Data<E>>
  : E extends { file: string }
    ? FileResponse
    : E extends { redirects: true }
      ? { location: string }
      : E extends { raw: true }
        ? RawResponse
        : E extends { page: true }
          ? PageResponse
          : E extends { reply: Schema }
            ? Data<E>
            : null

export const isWrite = (e: Endpoint): boolean => e.method !== 'GET'
