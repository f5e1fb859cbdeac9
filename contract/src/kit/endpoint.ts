import type { z } from 'zod'
import './issue-words.ts'
import type { Permission } from '../permissions.ts'

type Schema = z.ZodType

/**
 * Who may call an operation. `public`: anybody; `signed-in`: any account, no organization; a permission: a member of the
 * organization whose role holds it. There is no default on purpose: an operation without access does not compile (SEC-17).
 */
export type Access = 'public' | 'signed-in' | Permission

/** One thing that can be done in Imperium, as data. Route, validation, client, OpenAPI and the test matrices all read it. */
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
  /** The reply is an array and comes with `page.nextCursor`. */
  paged?: boolean
  /** Success status; 200 unless given. */
  status?: 200 | 201 | 202
  /** Statuses this operation answers besides those that follow from its shape. */
  errors?: readonly number[]
  /** Honours `Idempotency-Key`: the same key answers the first result for 24 hours. */
  idempotent?: boolean
  /** Part of the public, versioned API: also answers below `/api/v1`. */
  v1?: boolean
  /** The key of an agent may call it too: `id` of the path is that agent's, or that of one of its runs. Any other answers 404. */
  agentKey?: 'agent' | 'run'
  /** Own rate limit per caller, besides the general one. */
  rate?: { max: number; perSeconds: number }
  /** Only `rate` counts: one address stands for very many people (a mail provider's proxy, a company's network). */
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
  /** The answer is a file of this content type instead of the envelope. */
  file?: string
  /** The answer is a redirect (303) to one of our own paths, for a sign-in to its provider, or to an address that we stored before. For addresses that a browser itself opens. */
  redirects?: boolean
  /** The handler says the whole answer: status, type, headers and body. For callers whose protocol is not ours. */
  raw?: boolean
  /** The answer is a page of ours that needs no script, or a redirect (303) to another of our paths: for people who are no members. Refusals that people meet are pages too. */
  page?: boolean
  /** A GET that uses something up (the code of a sign-in): HEAD, which every other GET answers without a body, is refused. */
  noHead?: true
  /** Works in a suspended organization, which is otherwise read-only. */
  whileSuspended?: boolean
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition

type Part<E, K extends string> = E extends { [k in K]: infer X extends Schema } ? X : undefined
type In<T> = T extends Schema ? z.input<T> : undefined
type Out<T> = T extends Schema ? z.output<T> : undefined
type Prune<T> = { [K in keyof T as [T[K]] extends [undefined] ? never : K]: T[K] }

/** What a caller passes: `{ params?, query?, body? }` in their input shapes. */
export type Call<E> = Prune<{
  params: In<Part<E, 'params'>>
  query: In<Part<E, 'query'>>
  body: E extends { upload: readonly string[] } ? Blob : In<Part<E, 'body'>>
}>
/** What a handler receives: the same parts, parsed, with defaults filled in. */
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
/** What a handler of a `file` operation returns. */
export interface FileAnswer {
  content: string | Uint8Array | AsyncIterable<string | Uint8Array>
  /** Offered for saving under this name; without it the browser may show it. */
  fileName?: string
  /** How long the browser may keep it for itself; not at all unless given. */
  maxAgeSeconds?: number
  /** Shown on pages of others, too: a picture in a mail that somebody reads in a browser. */
  isEmbedded?: boolean
}
/** What a handler of a `raw` operation returns; a refusal has our form all the same. */
export interface RawAnswer {
  status: number
  contentType: string
  headers?: Record<string, string>
  body: string
}
/** What a handler of a `page` operation returns. */
export type PageAnswer =
  | { location: string }
  | {
      status: number
      language: string
      title: string
      /** HTML within `body`, with everything that somebody typed escaped. No `style` attributes: only the style sheet counts. */
      body: string
      /** The style sheet. */
      style: string
      /** Where a browser goes on by itself. */
      goOn?: string
      /** When to try again, of a page that refuses for now. */
      retryAfterSeconds?: number
    }
/** What a handler returns and a client gets for a plain (not streamed) answer. */
export type Result<E> = E extends { paged: true }
  ? Page<Data<E>>
  : E extends { file: string }
    ? FileAnswer
    : E extends { redirects: true }
      ? { location: string }
      : E extends { raw: true }
        ? RawAnswer
        : E extends { page: true }
          ? PageAnswer
          : E extends { reply: Schema }
            ? Data<E>
            : null

export const isWrite = (e: Endpoint): boolean => e.method !== 'GET'
