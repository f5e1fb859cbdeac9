import { message } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import { createThreadReader, ReaderFault, ReaderLimitError } from '../../../platform/threads/thread-reader.ts'
import type { ReadPage } from '../sources/read-page.ts'
import type { ParseRequest, ReadFile } from './parse-file.ts'

/** A web page of a source. */
export interface PageRequest {
  url: string
  bytes: Uint8Array
  contentType: string
}
export type ParseReply = ReadFile | { page: ReadPage }

/** Why a document cannot be read, and what to do. It stays so when it is read again. */
export class DocumentError extends Error {
  readonly text: Text
  constructor(text: Text, options?: ErrorOptions) {
    super(typeof text === 'string' ? text : text.message, options)
    this.name = 'DocumentError'
    this.text = text
  }
}

const mostMs = 60_000
const mostPageMs = 20_000

type Ask = ReturnType<typeof createThreadReader<ParseRequest | PageRequest, ParseReply>>
const entry = new URL('./parse-thread.ts', import.meta.url)
/** Each file has a thread of its own: what it loaded and kept goes with it. */
const limits = { heapMb: 384, outsideMb: 512, threads: 2, requestsPerThread: 1 }
const askForDocument: Ask = createThreadReader(entry, limits)
/** Apart, so that no page waits for large documents. */
const askForPage: Ask = createThreadReader(entry, limits)

const tooSlow = (ms: number) =>
  message('Reading took longer than {seconds} seconds. Split the file and upload its parts.', { seconds: ms / 1_000 })
const faultSentences = {
  charset: 'The characters of this file are in an unknown encoding. Save it as UTF-8 and upload it again.',
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
export const parseDocument = (request: ParseRequest, signal: AbortSignal): Promise<ReadFile> =>
  readFile(askForDocument, request, { signal, mostMs })

/** As `parseDocument`, for what someone waits for. @throws DocumentError. */
export const parseShortly = (request: ParseRequest, signal: AbortSignal): Promise<ReadFile> =>
  readFile(askForPage, request, { signal, mostMs: mostPageMs })

async function readFile(ask: Ask, request: ParseRequest, options: ReadOptions): Promise<ReadFile> {
  const reply = await read(ask, request, options)
  if ('passages' in reply) return reply
  throw new DocumentError(faultSentences.broken)
}

/** Text and links of a web page, read as a file is. @throws DocumentError. */
export async function parsePage(request: PageRequest, signal: AbortSignal): Promise<ReadPage> {
  const reply = await read(askForPage, request, { signal, mostMs: mostPageMs })
  if ('page' in reply) return reply.page
  throw new DocumentError(faultSentences.broken)
}

interface ReadOptions {
  signal: AbortSignal
  mostMs: number
}

async function read(ask: Ask, request: ParseRequest | PageRequest, options: ReadOptions): Promise<ParseReply> {
  try {
    return await ask(request, options)
  } catch (error) {
    if (error instanceof ReaderFault) throw new DocumentError(sentenceOf(error.message), { cause: error })
    if (error instanceof ReaderLimitError)
      throw new DocumentError(error.limit === 'time' ? tooSlow(options.mostMs) : faultSentences.memory, { cause: error })
    // Anything else is our fault, not the file's: it is logged and tried again.
    throw error
  }
}
