import { Worker } from 'node:worker_threads'
import { unavailable } from '../errors.ts'
import { createTurns } from '../jobs/turns.ts'
import type { Turn } from '../jobs/turns.ts'
import type { PdfDocument } from './pdf-document.ts'
import type { PdfReply, PdfRequest } from './pdf-thread.ts'

const mostMs = 20_000
const idleMs = 60_000
const memoryMb = 256
/** Of one organization, and as many of the readers of its public pages. */
const maxWaiting = 50

interface Thread {
  worker: Worker
  idle?: NodeJS.Timeout
}
let thread: Thread | null = null
let lastId = 0

const inTurn = createTurns(maxWaiting, () => unavailable('Too many documents at the same time. Please try again in a moment.'))

/**
 * The bytes of a PDF, drawn by one thread with limits of time and memory, which ends when nothing was drawn for a minute. Organizations
 * take turns; readers of public pages come last.
 */
export const writePdf = (turn: Turn, document: PdfDocument): Promise<Uint8Array> => inTurn(turn, () => draw(document))

function openThread(): Thread {
  if (thread) return thread
  const worker = new Worker(new URL('./pdf-thread.ts', import.meta.url), {
    env: {},
    argv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  const opened: Thread = { worker }
  // Also after the end of a document: no one waits then, and the next one starts a new thread.
  worker.on('error', () => drop(opened))
  worker.on('exit', () => drop(opened))
  thread = opened
  return opened
}

function drop(ended: Thread): void {
  clearTimeout(ended.idle)
  if (thread === ended) thread = null
}

function end(opened: Thread): void {
  drop(opened)
  void opened.worker.terminate()
}

async function draw(document: PdfDocument): Promise<Uint8Array> {
  const opened = openThread()
  const { worker } = opened
  clearTimeout(opened.idle)
  worker.ref()
  const id = ++lastId
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  const answered = (reply: PdfReply) => {
    if (reply.id !== id) return
    if ('bytes' in reply) resolve(reply.bytes)
    else reject(new Error(`A document could not be drawn: ${reply.error}`))
  }
  const failed = (cause: unknown) => reject(new Error('The thread that draws documents ended.', { cause }))
  worker.on('message', answered).once('error', failed).once('exit', failed)
  const timer = setTimeout(() => {
    reject(new Error(`Drawing a document took longer than ${mostMs / 1_000} seconds.`))
    end(opened)
  }, mostMs)
  worker.postMessage({ id, document } satisfies PdfRequest)
  return promise.finally(() => {
    clearTimeout(timer)
    worker.off('message', answered).off('error', failed).off('exit', failed)
    if (thread !== opened) return
    worker.unref()
    opened.idle = setTimeout(() => end(opened), idleMs).unref()
  })
}
