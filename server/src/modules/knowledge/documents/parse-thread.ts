// Reads foreign files away from the event loop: what hangs or eats memory costs this thread and not the process.
import { parentPort } from 'node:worker_threads'
import type { PageRequest, ParseReply } from './parse-document.ts'
import type { ParseRequest } from './parse-file.ts'

// Each loads only what it needs: a thread begins for every page.
async function read(request: ParseRequest | PageRequest): Promise<ParseReply> {
  if ('url' in request) {
    const { readPage } = await import('../sources/read-page.ts')
    return { page: readPage(new TextDecoder().decode(request.bytes), request.url) }
  }
  const { parseFile } = await import('./parse-file.ts')
  return parseFile(request)
}

parentPort?.once('message', (request: ParseRequest | PageRequest) => {
  read(request)
    .catch((error: unknown): ParseReply => ({ fault: error instanceof Error ? error.message : String(error) }))
    .then((reply) => parentPort?.postMessage(reply))
    .catch(() => process.exit(1))
})
