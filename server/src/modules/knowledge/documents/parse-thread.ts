// Reads foreign files away from the event loop: what hangs or eats memory costs this thread and not the process.
import { parentPort } from 'node:worker_threads'
import { parseFile } from './parse-file.ts'
import type { ParseReply, ParseRequest } from './parse-document.ts'

parentPort?.once('message', (request: ParseRequest) => {
  parseFile(request)
    .then((passages): ParseReply => ({ passages }))
    .catch((error: unknown): ParseReply => ({ fault: error instanceof Error ? error.message : String(error) }))
    .then((reply) => parentPort?.postMessage(reply))
    .catch(() => process.exit(1))
})
