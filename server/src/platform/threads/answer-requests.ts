import { constants, getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { ThreadReply } from './thread-reader.ts'

/** About a third of what the event loop gets where both want the same processor. */
const steps = 5

/** Linux changes the priority of the thread alone, other systems that of the whole process. */
function stepBack(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(0, Math.min(constants.priority.PRIORITY_LOW, getPriority(0) + steps))
  } catch (error) {
    // Without it the thread reads as well, and others wait longer.
    process.emitWarning(`A thread that reads keeps its priority: ${String(error)}`)
  }
}

/** Bytes are handed over: a copy of many would hold the event loop that gets them. */
const ownBytes = (reply: unknown): ArrayBuffer[] =>
  reply instanceof Uint8Array && reply.buffer instanceof ArrayBuffer && reply.byteLength === reply.buffer.byteLength ? [reply.buffer] : []

/** In the entry of a thread: answers each request of `createThreadReader` with what `read` makes of it. */
export function answerRequests<Request, Reply>(read: (request: Request) => Reply | Promise<Reply>): void {
  stepBack()
  const send = (reply: ThreadReply<Reply>) => parentPort?.postMessage(reply, 'reply' in reply ? ownBytes(reply.reply) : [])
  parentPort?.on('message', (request: Request) => {
    Promise.resolve(request)
      .then(read)
      .then((reply) => send({ reply }))
      .catch((error: unknown) => send({ fault: error instanceof Error ? error.message : String(error) }))
  })
}
