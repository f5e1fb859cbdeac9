import type { Agent, Dispatcher } from 'undici'
import { EgressError, type EgressReason } from './egress-error.ts'

export interface HttpOutInit {
  method?: string | undefined
  headers?: ConstructorParameters<typeof Headers>[0]
  body?: string | Uint8Array | URLSearchParams | null | undefined
  signal?: AbortSignal | null | undefined
  /** Limit of the whole exchange with all redirects and the response. Default 30 s. */
  timeoutMs?: number
  /** Limit of each silence: before the headers, and between two pieces of the response. Default: `timeoutMs`. */
  idleTimeoutMs?: number
  /** Limit of the response size. Default 10 MiB. */
  maxBytes?: number
  /** Redirects to follow, each checked like the first address. Default 0: a 3xx is the response. */
  maxRedirects?: number
}

const DEFAULT_MAX_BYTES = 10 * 1024 * 1024
const BODYLESS = new Set([204, 205, 304])

/** One abort for the caller's signal, the deadline and silence; `touch` restarts the silence timer, `end` releases everything. */
const createWatch = (init: HttpOutInit, deadline: number) => {
  const controller = new AbortController()
  const fail = (what: string) => () => controller.abort(new EgressError('timeout', what, { maybeSent: true }))
  const onAbort = () => controller.abort(init.signal?.reason)
  init.signal?.throwIfAborted()
  init.signal?.addEventListener('abort', onAbort, { once: true })
  const total = setTimeout(fail('whole exchange'), Math.max(0, deadline - Date.now()))
  const silence = init.idleTimeoutMs === undefined ? undefined : setTimeout(fail('silence'), init.idleTimeoutMs)
  return {
    signal: controller.signal,
    touch: () => silence?.refresh(),
    end: () => {
      clearTimeout(total)
      clearTimeout(silence)
      init.signal?.removeEventListener('abort', onAbort)
    },
  }
}

type Watch = ReturnType<typeof createWatch>

const NOT_SENT_CODES = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'ENOTFOUND',
  'ETIMEDOUT',
])

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

const reasonFor = (error: unknown, watch: Watch, answering: boolean): unknown =>
  watch.signal.aborted ? watch.signal.reason : toEgressError(error, answering)

/** Maps an error of undici; `answering` once the response had begun. */
export const toEgressError = (error: unknown, answering: boolean): EgressError => {
  if (error instanceof EgressError) return error
  const code = codeOf(error)
  // autoSelectFamily reports several failed addresses as one AggregateError; its parts carry the codes.
  const notSent =
    NOT_SENT_CODES.has(code) || /^(CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code) || error instanceof AggregateError
  if (code === 'UND_ERR_INVALID_ARG') return new EgressError('invalid_url', 'not a request that can be sent', { cause: error })
  const reason: EgressReason = code.startsWith('HPE_') ? 'bad_response' : answering || !notSent ? 'cut' : 'connect_failed'
  return new EgressError(reason, code || String(error), { cause: error, maybeSent: !notSent })
}

const readBody = (body: Dispatcher.ResponseData['body'], watch: Watch, maxBytes: number): ReadableStream<Uint8Array> => {
  // The stream below reports errors; without a listener a broken response that is not read would end the process.
  body.on('error', () => undefined)
  const chunks = body[Symbol.asyncIterator]()
  let size = 0
  const stop = () => {
    watch.end()
    body.destroy()
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await chunks.next()
          if (done) {
            watch.end()
            controller.close()
            return
          }
          watch.touch()
          size += value.length
          if (size > maxBytes) throw new EgressError('too_large', `more than ${maxBytes} bytes`, { maybeSent: true })
          controller.enqueue(value)
        } catch (error) {
          stop()
          controller.error(reasonFor(error, watch, true))
        }
      },
      cancel: stop,
    },
    { highWaterMark: 0 },
  )
}

const toHeaders = (received: Dispatcher.ResponseData['headers']): Headers => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(received)) for (const one of [value ?? []].flat()) headers.append(name, one)
  return headers
}

const toResponse = (received: Dispatcher.ResponseData, watch: Watch, maxBytes: number): Response => {
  const { statusCode: status, body } = received
  const encoding = received.headers['content-encoding']
  // We request no compression; a response compressed anyway could unpack to any size.
  const unreadable = status < 200 || status > 599 || (encoding !== undefined && encoding !== 'identity')
  const tooLarge = Number(received.headers['content-length'] ?? 0) > maxBytes
  if (unreadable || tooLarge || BODYLESS.has(status)) {
    watch.end()
    body.on('error', () => undefined)
    if (BODYLESS.has(status)) body.resume()
    else body.destroy()
    if (unreadable) throw new EgressError('bad_response', `status ${status}, encoding ${String(encoding)}`, { maybeSent: true })
    if (tooLarge) throw new EgressError('too_large', `more than ${maxBytes} bytes`, { maybeSent: true })
  }
  return new Response(BODYLESS.has(status) ? null : readBody(body, watch, maxBytes), { status, headers: toHeaders(received.headers) })
}

/** Sends one request without following redirects. `deadline` is the clock time (ms) by which the whole response must be read. */
export const fetchOnce = async (agent: Agent, url: URL, init: HttpOutInit, deadline: number): Promise<Response> => {
  const watch = createWatch(init, deadline)
  const headers = new Headers(init.headers)
  // Always the URL's host: another one would ask a shared front end for another site.
  headers.delete('host')
  try {
    const received = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: init.method?.toUpperCase() ?? 'GET',
      headers: Object.fromEntries(headers),
      body: init.body instanceof URLSearchParams ? init.body.toString() : (init.body ?? null),
      signal: watch.signal,
    })
    watch.touch()
    return toResponse(received, watch, init.maxBytes ?? DEFAULT_MAX_BYTES)
  } catch (error) {
    watch.end()
    throw reasonFor(error, watch, false)
  }
}
