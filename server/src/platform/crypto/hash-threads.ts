import type { Argon2Parameters } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { HashResult, HashRequest } from './hash-thread.ts'

interface HashThread {
  worker: Worker
  waiting: Map<number, { resolve: (hash: Buffer) => void; reject: (error: Error) => void }>
}

/** Without other load; each thread takes some memory, and 19 MiB per hash. */
export const mostHashThreads = Math.min(8, availableParallelism())
/** At most half the machine under other load: a hash fills caches and memory channels that other requests need. */
export const sharedHashThreads = Math.max(1, Math.floor(mostHashThreads / 2))
const threads: HashThread[] = []
let lastId = 0

/** Computes one argon2id hash (RFC 9106) off the event loop, on one of a few threads of low priority. */
export function hashOnThread(parameters: Argon2Parameters): Promise<Buffer> {
  const thread = pickThread()
  const id = ++lastId
  return new Promise((resolve, reject) => {
    thread.waiting.set(id, { resolve, reject })
    // Keeps the process alive only while a hash is awaited, not for an idle thread.
    thread.worker.ref()
    thread.worker.postMessage({ id, parameters } satisfies HashRequest)
  })
}

/** An idle one, else a new one, else the one with the shortest queue. */
function pickThread(): HashThread {
  const idle = threads.find((thread) => thread.waiting.size === 0)
  if (idle) return idle
  if (threads.length < mostHashThreads) return startThread()
  return threads.reduce((least, thread) => (thread.waiting.size < least.waiting.size ? thread : least))
}

function startThread(): HashThread {
  const worker = new Worker(new URL('./hash-thread.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: 16 } })
  const thread: HashThread = { worker, waiting: new Map() }
  worker.unref()
  worker.on('message', (response: HashResult) => {
    const request = thread.waiting.get(response.id)
    thread.waiting.delete(response.id)
    if (thread.waiting.size === 0) worker.unref()
    if ('hash' in response) request?.resolve(Buffer.from(response.hash))
    else request?.reject(new Error(`Hashing failed: ${response.error}`))
  })
  const fail = (error: Error) => {
    const at = threads.indexOf(thread)
    if (at >= 0) threads.splice(at, 1)
    for (const { reject } of thread.waiting.values()) reject(error)
    thread.waiting.clear()
  }
  worker.on('error', fail)
  worker.on('exit', (code) => fail(new Error(`The thread for password hashes ended with ${code}.`)))
  threads.push(thread)
  return thread
}
