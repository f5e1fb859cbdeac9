import { Worker } from 'node:worker_threads'
import type { EmbeddingReply, EmbeddingRequest } from './embedding-thread.ts'

const mostMs = 60_000
const memoryMb = 512

/** The thread with the model: started by the first texts, and again after its end. One request at a time. */
export function createEmbeddingWorker() {
  let worker: Worker | null = null
  let lastId = 0

  const end = async (): Promise<void> => {
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

  const embed = (texts: string[]): Promise<Float32Array[]> => {
    const opened = open()
    opened.ref()
    const id = ++lastId
    const { promise, resolve, reject } = Promise.withResolvers<Float32Array[]>()
    const received = (reply: EmbeddingReply) => {
      if (reply.id !== id) return
      if ('vectors' in reply) resolve(reply.vectors)
      else reject(new Error(`Texts could not be embedded: ${reply.error}`))
    }
    const failed = (cause: unknown) => reject(new Error('The thread that embeds texts ended.', { cause }))
    opened.on('message', received).once('error', failed).once('exit', failed)
    const timer = setTimeout(() => {
      reject(new Error(`Embedding took longer than ${mostMs / 1_000} seconds.`))
      void end()
    }, mostMs)
    opened.postMessage({ id, texts } satisfies EmbeddingRequest)
    return promise.finally(() => {
      clearTimeout(timer)
      opened.off('message', received).off('error', failed).off('exit', failed)
      opened.unref()
    })
  }

  return { embed, end }
}
