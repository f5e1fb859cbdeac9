import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { ThreadReply } from './thread-reader.ts'

/** Of 0 to 19: about a third of what the event loop gets where both want the same processor. */
const niceness = 5

/** In the entry of a thread: answers each request of `createThreadReader` with what `read` makes of it. */
export function answerRequests<Request, Reply>(read: (request: Request) => Reply | Promise<Reply>): void {
  // Linux changes the thread alone, other systems the whole process.
  if (process.platform === 'linux') setPriority(0, niceness)
  const send = (reply: ThreadReply<Reply>) => parentPort?.postMessage(reply)
  parentPort?.on('message', (request: Request) => {
    Promise.resolve(request)
      .then(read)
      .then((reply) => send({ reply }))
      .catch((error: unknown) => send({ fault: error instanceof Error ? error.message : String(error) }))
  })
}
