import { parentPort } from 'node:worker_threads'
import type { ThreadReply } from './thread-reader.ts'

/** In the entry of a thread: answers each request of `createThreadReader` with what `read` makes of it. */
export function answerRequests<Request, Reply>(read: (request: Request) => Reply | Promise<Reply>): void {
  const send = (reply: ThreadReply<Reply>) => parentPort?.postMessage(reply)
  parentPort?.on('message', (request: Request) => {
    Promise.resolve(request)
      .then(read)
      .then((reply) => send({ reply }))
      .catch((error: unknown) => send({ fault: error instanceof Error ? error.message : String(error) }))
  })
}
