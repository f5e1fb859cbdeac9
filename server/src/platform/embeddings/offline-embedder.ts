import { unavailable } from '../errors.ts'
import { createEmbeddingWorker } from './embedding-worker.ts'

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
const mostWaiting = 50

/** USE-lite of 2018, for English: 30 MB of weights in a package. The worker starts with the first text and ends when it is idle. */
export function createOfflineEmbedder(): OfflineEmbedder {
  const queues: [urgent: Task[], others: Task[]] = [[], []]
  const worker = createEmbeddingWorker()
  let idle: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined

  /** One piece of the first task in line. */
  const step = async (line: Task[], task: Task): Promise<void> => {
    try {
      task.signal?.throwIfAborted()
      const from = task.vectors.length
      task.vectors.push(...(await worker.embed(task.texts.slice(from, from + textsAtOnce))))
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
    idle = setTimeout(() => void worker.end(), idleMs).unref()
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
    close: async () => {
      clearTimeout(idle)
      await worker.end()
    },
  }
}
