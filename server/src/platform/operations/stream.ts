import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'
import type { StreamItem } from './context.ts'
import { toAppError } from './problem.ts'

export const wantsStream = (request: FastifyRequest): boolean => (request.headers.accept ?? '').includes('text/event-stream')

/** `Last-Event-ID` of a resumed stream; 0 to start from the beginning. Also as query for clients that cannot set headers. */
export function lastEventId(header: string | undefined): number {
  const value = Number(header)
  return Number.isSafeInteger(value) && value > 0 ? value : 0
}

const keepAliveMs = 15_000

/** Server-sent events (WHATWG HTML, section 9.2): `id`, `event` (the type) and one line of JSON `data`; a comment keeps it alive. */
export function sendStream(
  reply: FastifyReply,
  request: FastifyRequest,
  endpoint: Endpoint,
  items: AsyncIterable<StreamItem<unknown>>,
  signal: AbortSignal,
): FastifyReply {
  const frames = Readable.from(framesOf(endpoint, items, signal, (error) => request.log.error({ err: error }, 'event stream failed')))
  return reply
    .code(200)
    .headers({ 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' })
    .send(frames)
}

async function* framesOf(
  endpoint: Endpoint,
  items: AsyncIterable<StreamItem<unknown>>,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): AsyncGenerator<string> {
  const iterator = items[Symbol.asyncIterator]()
  yield ': open\n\n'
  let next = iterator.next()
  try {
    while (!signal.aborted) {
      const item = await Promise.race([next, waitFor(keepAliveMs, signal)])
      if (item === 'silence') {
        yield ': keep-alive\n\n'
        continue
      }
      if (item.done) return
      const data = endpoint.event?.parse(item.value.data) as { type: string }
      yield `id: ${item.value.id}\nevent: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
      next = iterator.next()
    }
  } catch (error) {
    const problem = toAppError(error)
    if (problem.status >= 500) onError(error)
    yield `event: error\ndata: ${JSON.stringify({ type: 'error', code: problem.code, message: problem.message })}\n\n`
  } finally {
    await iterator.return?.()
  }
}

function waitFor(ms: number, signal: AbortSignal): Promise<'silence'> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve('silence')
    }
    const timer = setTimeout(done, ms)
    timer.unref()
    signal.addEventListener('abort', done, { once: true })
  })
}
