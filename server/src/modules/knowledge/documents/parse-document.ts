import { Worker } from 'node:worker_threads'
import { message } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import type { ReadPage } from '../sources/read-page.ts'
import type { ParseRequest, ReadFile } from './parse-file.ts'

/** A web page of a source. */
export interface PageRequest {
  url: string
  bytes: Uint8Array
}
export type ParseReply = ReadFile | { page: ReadPage } | { fault: string }

/** Why a document cannot be read, and what to do. It stays so when it is read again. */
export class DocumentError extends Error {
  readonly text: Text
  constructor(text: Text) {
    super(typeof text === 'string' ? text : text.message)
    this.name = 'DocumentError'
    this.text = text
  }
}

const mostMs = 60_000
const mostPageMs = 20_000
const memoryMb = 384

const tooSlow = (ms: number) =>
  message('Reading took longer than {seconds} seconds. Split the file and upload its parts.', { seconds: ms / 1_000 })
const faultSentences = {
  broken: 'This file is damaged or not what its name says. Open it in its program, save it again and upload it.',
  empty: 'No text was found in this file. If it has scanned pages, run text recognition (OCR) on it and upload it again.',
  letters:
    'The letters of this file cannot be read: its fonts do not say which characters they show. Run text recognition (OCR) on it and upload it again.',
  large: 'This file has too many passages. Split it into smaller files and upload these.',
  memory: 'This file needs too much memory to read. Split it into smaller files.',
  password: 'This file is protected by a password. Remove the password and upload it again.',
}
const sentenceOf = (fault: string): string =>
  Object.hasOwn(faultSentences, fault) ? faultSentences[fault as keyof typeof faultSentences] : faultSentences.broken

/** The passages of a file, read by a thread with limits of time and memory. @throws DocumentError. */
export async function parseDocument(request: ParseRequest, signal: AbortSignal): Promise<ReadFile> {
  const reply = await askThread(request, signal, mostMs)
  if ('passages' in reply) return reply
  throw new DocumentError(faultSentences.broken)
}

/** Text and links of a web page, read as a file is. @throws DocumentError. */
export async function parsePage(request: PageRequest, signal: AbortSignal): Promise<ReadPage> {
  const reply = await askThread(request, signal, mostPageMs)
  if ('page' in reply) return reply.page
  throw new DocumentError(faultSentences.broken)
}

function askThread(request: ParseRequest | PageRequest, signal: AbortSignal, ms: number): Promise<ParseReply> {
  const worker = new Worker(new URL('./parse-thread.ts', import.meta.url), {
    env: {},
    argv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  worker.stdout.resume()
  worker.stderr.resume()
  const { promise, resolve, reject } = Promise.withResolvers<ParseReply>()
  const stop = () => reject(new Error('the reading of a document was stopped'))
  signal.addEventListener('abort', stop, { once: true })
  const timer = setTimeout(() => reject(new DocumentError(tooSlow(ms))), ms)
  worker.once('message', (reply: ParseReply) => {
    if ('fault' in reply) reject(new DocumentError(sentenceOf(reply.fault)))
    else resolve(reply)
  })
  worker.once('error', (error: NodeJS.ErrnoException) =>
    // Anything else is our fault, not the file's: it is logged and tried again.
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new DocumentError(faultSentences.memory) : error),
  )
  worker.once('exit', () => reject(new Error('the thread that reads documents ended early')))
  worker.postMessage(request)
  if (signal.aborted) stop()
  return promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    void worker.terminate()
  })
}
