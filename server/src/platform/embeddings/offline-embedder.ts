import { Worker } from 'node:worker_threads'
import { unavailable } from '../errors.ts'
import type { EmbeddingReply, EmbeddingRequest } from './embedding-thread.ts'

/** Vectors of texts without a provider and without network. */
export interface OfflineEmbedder {
  /** Vectors of different names cannot be compared. */
  readonly model: string
  readonly dimensions: number
  /** Mean similarity of a question and a text that answers it, and of one that does not. */
  readonly scale: { related: number; unrelated: number }
  /** In the order of the texts. Urgent ones (a person waits) go before others. @throws 503 when too many wait. */
  embed(texts: readonly string[], options?: { isUrgent?: boolean; signal?: AbortSignal | undefined }): Promise<Float32Array[]>
  close(): Promise<void>
}

interface Task {
  texts: readonly string[]
  vectors: Float32Array[]
  signal: AbortSignal | undefined
  resolve: (vectors: Float32Array[]) => void
  reject: (error: unknown) => void
}

const idleMs = 60_000
/** Of one piece of work, so that a question waits for no more than this. */
const textsAtOnce = 4
const mostMs = 60_000
const memoryMb = 512
const mostWaiting = 50

/** USE-lite of 2018, for English: 30 MB of weights in a package. The worker starts with the first text and ends when it is idle. */
export function createOfflineEmbedder(): OfflineEmbedder {
  const queues: [urgent: Task[], others: Task[]] = [[], []]
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined
  let lastId = 0

  const end = async () => {
    clearTimeout(idle)
    const ended = worker
    worker = null
    await ended?.terminate()
  }

  const open = (): Worker => {
    if (worker) return worker
    const opened = new Worker(new URL('./embedding-thread.ts', import.meta.url), {
      env: {},
      argv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    // The library prints what it thinks of the processor.
    opened.stdout.resume()
    opened.stderr.resume()
    // Also while no one waits; the next text starts a new one.
    const drop = () => void (worker === opened && (worker = null))
    opened.on('error', drop).on('exit', drop)
    worker = opened
    return opened
  }

  const ask = async (texts: string[]): Promise<Float32Array[]> => {
    const opened = open()
    opened.ref()
    const id = ++lastId
    const { promise, resolve, reject } = Promise.withResolvers<Float32Array[]>()
    const answered = (reply: EmbeddingReply) => {
      if (reply.id !== id) return
      if ('vectors' in reply) resolve(reply.vectors)
      else reject(new Error(`Texts could not be embedded: ${reply.error}`))
    }
    const failed = (cause: unknown) => reject(new Error('The thread that embeds texts ended.', { cause }))
    opened.on('message', answered).once('error', failed).once('exit', failed)
    const timer = setTimeout(() => {
      reject(new Error(`Embedding took longer than ${mostMs / 1_000} seconds.`))
      void end()
    }, mostMs)
    opened.postMessage({ id, texts } satisfies EmbeddingRequest)
    return promise.finally(() => {
      clearTimeout(timer)
      opened.off('message', answered).off('error', failed).off('exit', failed)
      opened.unref()
    })
  }

  /** One piece of the first task in line. */
  const step = async (line: Task[], task: Task): Promise<void> => {
    try {
      task.signal?.throwIfAborted()
      const from = task.vectors.length
      task.vectors.push(...(await ask(task.texts.slice(from, from + textsAtOnce))))
      if (task.vectors.length < task.texts.length) return
      task.resolve(task.vectors)
    } catch (error) {
      task.reject(error)
    }
    line.splice(line.indexOf(task), 1)
  }

  const work = async (): Promise<void> => {
    clearTimeout(idle)
    for (;;) {
      const line = queues.find((each) => each.length > 0)
      const [task] = line ?? []
      if (!line || !task) break
      await step(line, task)
    }
    working = undefined
    idle = setTimeout(() => void end(), idleMs).unref()
  }

  return {
    model: 'use-lite-en',
    dimensions: 512,
    scale: { related: 0.588, unrelated: 0.164 },
    async embed(texts, { isUrgent = false, signal } = {}) {
      if (texts.length === 0) return []
      const line = queues[isUrgent ? 0 : 1]
      if (line.length >= mostWaiting) throw unavailable('Too many searches at the same time. Please try again in a moment.')
      const { promise, resolve, reject } = Promise.withResolvers<Float32Array[]>()
      line.push({ texts, vectors: [], signal, resolve, reject })
      working ??= work()
      return promise
    },
    close: end,
  }
}
