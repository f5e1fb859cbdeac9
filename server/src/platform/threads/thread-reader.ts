import { Worker } from 'node:worker_threads'
import { unavailable } from '../errors.ts'
import { createTurns } from '../jobs/turns.ts'
import type { Turn } from '../jobs/turns.ts'

export interface ReaderLimits {
  /** Of the processor, for one request, the start of the thread included: a busy machine refuses nothing. It may wait four times as long. */
  mostMs: number
  heapMb: number
  /** Buffers and other memory outside of the heap, which the limit of the heap does not count. */
  outsideMb: number
  /** Requests of this reader at the same time; each has its own thread. */
  threads: number
  /** Requests of one organization that wait; more are refused. */
  mostWaiting: number
  /** After so many requests a thread is replaced; 1: no request meets what another left. */
  requestsPerThread: number
}

const defaults: ReaderLimits = { mostMs: 20_000, heapMb: 192, outsideMb: 256, threads: 1, mostWaiting: 100, requestsPerThread: 500 }
const ofNoOne: Turn = { orgId: '' }
const idleMs = 30_000
const checkMs = 100
const bytesPerMb = 1024 * 1024
/** How much longer a request may take than the processor works for it. */
const mostWait = 4

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
  /** The organization that asks: organizations take turns. Requests without one share a line. */
  turn?: Turn
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
  const refuse = () => unavailable('Too many documents at the same time. Please try again in a moment.')
  const inTurn = createTurns(limits.mostWaiting, refuse, { atOnce: limits.threads })

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
      const answer = await askThread<Reply>(thread, request, { ms: mostMs, outsideMb: limits.outsideMb, signal })
      rest(thread)
      if ('fault' in answer) throw new ReaderFault(answer.fault)
      return answer.reply
    } catch (error) {
      if (!(error instanceof ReaderFault)) end(thread)
      throw error
    }
  }
  return (request, options = {}) => inTurn(options.turn ?? ofNoOne, () => ask(request, options))
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

const processorMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000

/** Rejects once the thread has used more time or memory than the request may; returns what ends the watch. */
function watchThread(worker: Worker, isNew: boolean, { ms, outsideMb }: Bounds, exceeded: (error: ReaderLimitError) => void): () => void {
  const began = isNew ? Promise.resolve(0) : worker.cpuUsage().then(processorMs)
  const check = async () => {
    const [before, usage, { external_memory: bytes }] = await Promise.all([began, worker.cpuUsage(), worker.getHeapStatistics()])
    if (processorMs(usage) - before > ms) exceeded(new ReaderLimitError('time'))
    if (bytes > outsideMb * bytesPerMb) exceeded(new ReaderLimitError('memory'))
  }
  // A thread that ended meanwhile cannot be asked: `exit` says so.
  began.catch(() => undefined)
  const watch = setInterval(() => void check().catch(() => undefined), checkMs)
  const timer = setTimeout(() => exceeded(new ReaderLimitError('time')), ms * mostWait)
  return () => {
    clearInterval(watch)
    clearTimeout(timer)
  }
}

function askThread<Reply>({ worker, requests }: ReaderThread, request: unknown, bounds: Bounds): Promise<ThreadReply<Reply>> {
  const { signal } = bounds
  const { promise, resolve, reject } = Promise.withResolvers<ThreadReply<Reply>>()
  const failed = (error: NodeJS.ErrnoException) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ReaderLimitError('memory') : error)
  const ended = () => reject(new Error('The thread that reads ended early'))
  const stop = () => reject(signal?.reason as Error)
  const endWatch = watchThread(worker, requests === 1, bounds, reject)
  worker.on('message', resolve).on('error', failed).on('exit', ended)
  signal?.addEventListener('abort', stop, { once: true })
  worker.postMessage(request)
  return promise.finally(() => {
    endWatch()
    worker.off('message', resolve).off('error', failed).off('exit', ended)
    signal?.removeEventListener('abort', stop)
  })
}
