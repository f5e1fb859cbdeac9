import { operations } from './api.gen.ts'
import type { Operations } from './api.gen.ts'
import { addressOf, encodeBody, headersOf, readData, readRefusal, retryAfterOf } from './core.ts'
import type { OperationRoute, RequestParts } from './core.ts'
import { ImperiumError } from './error.ts'
import { isWorthRepeating, waitBefore } from './repeats.ts'

export type OperationId = keyof Operations
type PagedId = { [Id in OperationId]: Operations[Id] extends { paged: true } ? Id : never }[OperationId]

export type Input<Id extends OperationId> = Operations[Id]['input']
export interface Page<Row> {
  rows: Row[]
  nextCursor: string | null
}
export type Row<Id extends PagedId> = Operations[Id]['data'] extends (infer R)[] ? R : never
/** What a call answers: its data, of a paged operation one page. */
export type Result<Id extends OperationId> = Id extends PagedId ? Page<Row<Id>> : Operations[Id]['data']

/** The input may be left out where nothing of it is required. */
type InputArgument<Id extends OperationId> =
  Record<never, never> extends Input<Id> ? [input?: Input<Id>, options?: CallOptions] : [input: Input<Id>, options?: CallOptions]

export interface CallOptions {
  signal?: AbortSignal
  /** Of each attempt. */
  timeoutMs?: number
  /** For operations that honour one; a new key for each call unless given. */
  idempotencyKey?: string
}

export interface ClientOptions {
  /** Where your Imperium is, as `https://imperium.example.com`. */
  baseUrl: string
  /** `imp_org_…` or `imp_agent_…`, made under Developer, API keys. */
  apiKey: string
  /** 30 seconds unless given. */
  timeoutMs?: number
  /** Repeats after the first attempt; 4 unless given. */
  maxRetries?: number
  fetch?: typeof globalThis.fetch
}

export interface Client {
  /** Calls an operation. @throws ImperiumError */
  call<Id extends OperationId>(id: Id, ...given: InputArgument<Id>): Promise<Result<Id>>
  /** The pages of a list, each read when it is asked for. */
  pages<Id extends PagedId>(id: Id, ...given: InputArgument<Id>): AsyncGenerator<Page<Row<Id>>, void, undefined>
  /** The rows of a list, over all its pages. */
  each<Id extends PagedId>(id: Id, ...given: InputArgument<Id>): AsyncGenerator<Row<Id>, void, undefined>
}

/** @throws TypeError for a base URL that is none */
export function createClient(options: ClientOptions): Client {
  const base = `${new URL(options.baseUrl).href.replace(/\/+$/, '')}/api/v1`
  const call = async <Id extends OperationId>(id: Id, ...[input, more]: InputArgument<Id>): Promise<Result<Id>> => {
    const route: OperationRoute = operations[id]
    const key = more?.idempotencyKey ?? crypto.randomUUID()
    return (await repeat({ base, options, route, input: input ?? {}, key, more: more ?? {} })) as Result<Id>
  }
  async function* pages<Id extends PagedId>(id: Id, ...[input, more]: InputArgument<Id>): AsyncGenerator<Page<Row<Id>>, void, undefined> {
    const parts: RequestParts = input ?? {}
    let cursor: string | null = null
    do {
      const paged = cursor === null ? parts : { ...parts, query: { ...parts.query, cursor } }
      const page = (await call(id, ...([paged, more] as InputArgument<Id>))) as Page<Row<Id>>
      yield page
      cursor = page.nextCursor
    } while (cursor !== null)
  }
  async function* each<Id extends PagedId>(id: Id, ...given: InputArgument<Id>): AsyncGenerator<Row<Id>, void, undefined> {
    for await (const page of pages(id, ...given)) yield* page.rows
  }
  return { call, pages, each }
}

interface Exchange {
  base: string
  options: ClientOptions
  route: OperationRoute
  input: RequestParts
  key: string
  more: CallOptions
}

async function repeat(exchange: Exchange): Promise<unknown> {
  const { options, route, more } = exchange
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt(exchange, attempts)
    } catch (error) {
      if (!(error instanceof ImperiumError) || attempts > (options.maxRetries ?? 4) || !isWorthRepeating(route, error)) throw error
      const waitMs = waitBefore(attempts, error.retryAfterSeconds)
      if (waitMs === null) throw error
      await sleep(waitMs, more.signal)
    }
  }
}

async function attempt({ base, options, route, input, key, more }: Exchange, attempts: number): Promise<unknown> {
  const limit = AbortSignal.timeout(more.timeoutMs ?? options.timeoutMs ?? 30_000)
  const headers = headersOf(input.body, {
    authorization: `Bearer ${options.apiKey}`,
    ...(route.idempotent ? { 'idempotency-key': key } : {}),
  })
  try {
    const response = await (options.fetch ?? fetch)(base + addressOf(route, input), {
      method: route.method,
      headers,
      redirect: 'error',
      signal: more.signal ? AbortSignal.any([more.signal, limit]) : limit,
      ...encodeBody(input.body),
    })
    if (response.ok) return await (route.file ? response.blob() : readData(route, response))
    throw new ImperiumError({
      kind: 'answer',
      status: response.status,
      refusal: await readRefusal(response),
      retryAfterSeconds: retryAfterOf(response),
      attempts,
    })
  } catch (cause) {
    if (cause instanceof ImperiumError || more.signal?.aborted) throw cause
    throw new ImperiumError({ kind: limit.aborted ? 'timeout' : 'network', attempts, cause })
  }
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
