import { Worker } from 'node:worker_threads'
import { unavailable } from '../errors.ts'
import { createGate } from '../jobs/gate.ts'

export interface ReaderLimits {
  /** For one request, the start of the thread included. */
  mostMs: number
  heapMb: number
  /** Buffers and other memory outside of the heap, which the limit of the heap does not count. */
  outsideMb: number
  /** Requests of this reader at the same time; each has its own thread. */
  threads: number
  /** After so many requests a thread is replaced; 1: no request meets what another left. */
  requestsPerThread: number
}

const defaults: ReaderLimits = { mostMs: 20_000, heapMb: 192, outsideMb: 256, threads: 1, requestsPerThread: 500 }
const idleMs = 30_000
const maxWaiting = 100
const memoryCheckMs = 100
const bytesPerMb = 1024 * 1024

/** The input needs more time or memory than one request may take. It stays so when it is read again. */
export class ReaderLimitError extends Error {
  readonly limit: 'time' | 'memory'
  constructor(limit: ReaderLimitError['limit']) {
    super(limit === 'time' ? 'Reading took too long' : 'Reading needed too much memory')
    this.name = 'ReaderLimitError'
    this.limit = limit
  }
}

/** What the reader itself threw: the message of its error. */
export class ReaderFault extends Error {
  override readonly name = 'ReaderFault'
}

export type ThreadReply<Reply> = { reply: Reply } | { fault: string }

interface ReaderThread {
  worker: Worker
  requests: number
  idle?: NodeJS.Timeout
}

export interface AskOptions {
  signal?: AbortSignal
  /** Less time than the reader's limit. */
  mostMs?: number
}

/**
 * A function that works in threads of `entry` (which calls `answerRequests`), with limits of time and memory.
 * @throws ReaderLimitError, ReaderFault, or 503 where too many wait
 */
export function createThreadReader<Request, Reply>(
  entry: URL,
  given: Partial<ReaderLimits> = {},
): (request: Request, options?: AskOptions) => Promise<Reply> {
  const limits = { ...defaults, ...given }
  const idle: ReaderThread[] = []
  const inTurn = createGate(limits.threads, maxWaiting, () =>
    unavailable('Too many documents at the same time. Please try again in a moment.'),
  )

  const end = (thread: ReaderThread) => {
    clearTimeout(thread.idle)
    const at = idle.indexOf(thread)
    if (at >= 0) idle.splice(at, 1)
    void thread.worker.terminate()
  }
  const rest = (thread: ReaderThread) => {
    if (thread.requests >= limits.requestsPerThread) return end(thread)
    thread.worker.unref()
    thread.idle = setTimeout(() => end(thread), idleMs).unref()
    idle.push(thread)
  }
  const take = (): ReaderThread => {
    const rested = idle.pop()
    if (!rested) return startThread(entry, limits.heapMb, end)
    clearTimeout(rested.idle)
    rested.worker.ref()
    return rested
  }

  async function ask(request: Request, { signal, mostMs = limits.mostMs }: AskOptions): Promise<Reply> {
    signal?.throwIfAborted()
    const thread = take()
    thread.requests += 1
    try {
      const answer = await askThread<Reply>(thread.worker, request, { ms: mostMs, outsideMb: limits.outsideMb, signal })
      rest(thread)
      if ('fault' in answer) throw new ReaderFault(answer.fault)
      return answer.reply
    } catch (error) {
      if (!(error instanceof ReaderFault)) end(thread)
      throw error
    }
  }
  return (request, options = {}) => inTurn(() => ask(request, options))
}

function startThread(entry: URL, heapMb: number, end: (thread: ReaderThread) => void): ReaderThread {
  const worker = new Worker(entry, {
    // No environment of the process, and nothing of what the packages print.
    env: {},
    argv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  worker.stdout.resume()
  worker.stderr.resume()
  const thread: ReaderThread = { worker, requests: 0 }
  // Also between two requests.
  worker.on('error', () => end(thread))
  worker.on('exit', () => end(thread))
  return thread
}

interface Bounds {
  ms: number
  outsideMb: number
  signal: AbortSignal | undefined
}

function askThread<Reply>(worker: Worker, request: unknown, { ms, outsideMb, signal }: Bounds): Promise<ThreadReply<Reply>> {
  const { promise, resolve, reject } = Promise.withResolvers<ThreadReply<Reply>>()
  const failed = (error: NodeJS.ErrnoException) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ReaderLimitError('memory') : error)
  const ended = () => reject(new Error('The thread that reads ended early'))
  const stop = () => reject(signal?.reason as Error)
  const timer = setTimeout(() => reject(new ReaderLimitError('time')), ms)
  const watch = setInterval(() => {
    worker
      .getHeapStatistics()
      .then(({ external_memory: bytes }) => {
        if (bytes > outsideMb * bytesPerMb) reject(new ReaderLimitError('memory'))
      })
      // The thread ended meanwhile: `exit` says so.
      .catch(() => undefined)
  }, memoryCheckMs)
  worker.on('message', resolve).on('error', failed).on('exit', ended)
  signal?.addEventListener('abort', stop, { once: true })
  worker.postMessage(request)
  return promise.finally(() => {
    clearTimeout(timer)
    clearInterval(watch)
    worker.off('message', resolve).off('error', failed).off('exit', ended)
    signal?.removeEventListener('abort', stop)
  })
}
