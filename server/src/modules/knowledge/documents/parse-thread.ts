// Reads foreign files away from the event loop: what hangs or eats memory costs this thread and not the process.
import { parentPort } from 'node:worker_threads'
import { readPage } from '../sources/read-page.ts'
import { parseFile } from './parse-file.ts'
import type { PageRequest, ParseReply, ParseRequest } from './parse-document.ts'

const read = async (request: ParseRequest | PageRequest): Promise<ParseReply> =>
  'url' in request ? { page: readPage(new TextDecoder().decode(request.bytes), request.url) } : { passages: await parseFile(request) }

parentPort?.once('message', (request: ParseRequest | PageRequest) => {
  read(request)
    .catch((error: unknown): ParseReply => ({ fault: error instanceof Error ? error.message : String(error) }))
    .then((reply) => parentPort?.postMessage(reply))
    .catch(() => process.exit(1))
})
