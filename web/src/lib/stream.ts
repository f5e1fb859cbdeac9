import type { Call, Endpoint, StreamEvent } from '@imperium/contract/kit/endpoint.ts'
import { ApiError } from './api-error.ts'
import { sendRequest } from './request.ts'
import type { RequestParts } from '../../../packages/client/src/core.ts'

/** One server-sent event; `id` is what `Last-Event-ID` resumes after. */
export interface StreamMessage<T> {
  id: string | null
  data: T
}

export interface StreamOptions {
  signal?: AbortSignal
  lastEventId?: string | null
}

/** A server without any data for this long, not even a heartbeat, counts as disconnected. */
const silenceMs = 45_000
const firstRetryMs = 500
const longestRetryMs = 10_000
/** Connections in a row that ended without one event; then the caller had better poll. */
const mostFailures = 4

interface RawMessage {
  id: string | null
  event: string
  data: string
}

/** Reads one block of the event-stream format; null for comments and heartbeats. */
function parseBlock(block: string): RawMessage | null {
  const message: RawMessage = { id: null, event: 'message', data: '' }
  const data: string[] = []
  for (const line of block.split(/\r\n|\r|\n/)) {
    const colon = line.indexOf(':')
    if (colon === 0) continue
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') data.push(value)
    if (field === 'id') message.id = value
    if (field === 'event') message.event = value
  }
  return data.length > 0 ? { ...message, data: data.join('\n') } : null
}

/** Aborts the request when nothing arrives for `silenceMs`; each `touch` restarts the timer. */
function watchSilence(controller: AbortController) {
  let timer = setTimeout(() => controller.abort(), silenceMs)
  return {
    touch: () => {
      clearTimeout(timer)
      timer = setTimeout(() => controller.abort(), silenceMs)
    },
    stop: () => clearTimeout(timer),
  }
}

async function* readOnce(endpoint: Endpoint, input: RequestParts, options: StreamOptions): AsyncGenerator<RawMessage> {
  const silence = new AbortController()
  const watch = watchSilence(silence)
  const signal = options.signal ? AbortSignal.any([options.signal, silence.signal]) : silence.signal
  const resume = options.lastEventId ? { 'last-event-id': options.lastEventId } : {}
  try {
    const response = await sendRequest(endpoint, input, { signal, timeoutMs: null, headers: { accept: 'text/event-stream', ...resume } })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let buffer = ''
    for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
      watch.touch()
      const blocks = (buffer + chunk.value).split(/\r\n\r\n|\n\n|\r\r/)
      buffer = blocks.pop() ?? ''
      for (const message of blocks.map(parseBlock)) if (message) yield message
    }
  } finally {
    watch.stop()
    silence.abort()
  }
}

const isFinal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}

/**
 * Server-sent events of a read operation; reconnects resume after the last id. Never ends by itself: the caller leaves the loop or aborts.
 * Throws ApiError on a refusal (4xx), or after four connections in a row without events: then poll (`useStream` does).
 */
export async function* stream<const E extends Endpoint>(
  endpoint: E,
  input: Call<E>,
  options: StreamOptions = {},
): AsyncGenerator<StreamMessage<StreamEvent<E>>> {
  let lastEventId = options.lastEventId ?? null
  let failures = 0
  while (!options.signal?.aborted) {
    let failure: unknown = null
    try {
      for await (const message of readOnce(endpoint, input, { ...options, lastEventId })) {
        failures = 0
        lastEventId = message.id ?? lastEventId
        yield { id: message.id, data: JSON.parse(message.data) as StreamEvent<E> }
      }
      if (endpoint.method !== 'GET') return
    } catch (error) {
      if (options.signal?.aborted) return
      if (isFinal(error) || endpoint.method !== 'GET') throw error
      failure = error
    }
    failures += 1
    if (failures >= mostFailures) throw failure ?? new ApiError({ kind: 'network' })
    await wait(Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs), options.signal)
  }
}
