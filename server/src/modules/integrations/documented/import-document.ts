import { message } from '@imperium/contract/kit/message.ts'
import type { AppError } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/errors.ts'
import { EgressError } from '../../../platform/http-out/egress-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { decodeText } from '../../../platform/text/charset.ts'
import { createThreadReader, ReaderFault, ReaderLimitError } from '../../../platform/threads/thread-reader.ts'
import type { DocumentText, ReadApiDocument } from './read-api-document.ts'
import type { StoredDocument } from './stored-document.ts'

const maxBytes = 8 * 1024 * 1024
const timeoutMs = 20_000

const askThread = createThreadReader<DocumentText, ReadApiDocument | { refused: { message: string } }>(
  new URL('./document-thread.ts', import.meta.url),
  {
    mostMs: 15_000,
  },
)

/**
 * Reads a document of OpenAPI 3 or Swagger 2.0, JSON or YAML, from text or from an address.
 * @throws 422 that says what is wrong with it.
 */
export async function importDocument(
  { httpOut }: Pick<Platform, 'httpOut'>,
  given: { text: string } | { url: string },
  { orgId, signal }: { orgId: string; signal: AbortSignal },
): Promise<StoredDocument> {
  const isFetched = 'url' in given
  const refuse = (text: { message: string }): AppError => invalid([{ path: isFetched ? 'document.url' : 'document.text', ...text }])
  const text = isFetched ? await fetchText(httpOut, given.url, signal, refuse) : given.text
  const read = await askThread({ text, url: isFetched ? given.url : undefined }, { signal, turn: { orgId } }).catch((error: unknown) => {
    if (error instanceof ReaderLimitError) throw refuse({ message: 'Reading this document takes too much time or memory' })
    if (error instanceof ReaderFault) throw refuse({ message: 'This is neither JSON nor YAML' })
    throw error
  })
  if ('refused' in read) throw refuse(read.refused)
  return { ...read, tools: [], retiredIds: [] }
}

async function fetchText(
  httpOut: Platform['httpOut'],
  url: string,
  signal: AbortSignal,
  refuse: (text: { message: string }) => AppError,
): Promise<string> {
  if (!URL.canParse(url)) throw refuse({ message: 'Must be a web address' })
  try {
    const response = await httpOut.fetch(new URL(url), { method: 'GET', headers: new Headers(), body: null, signal, timeoutMs, maxBytes })
    const bytes = new Uint8Array(await response.arrayBuffer())
    const read = decodeText(bytes, { contentType: response.headers.get('content-type') })
    if (response.status === 200 && read) return read.text
    if (response.status === 200) throw refuse({ message: 'The encoding of this document is unknown. Save it as UTF-8.' })
    throw refuse(message('The address answered with status {status}', { status: response.status }))
  } catch (error) {
    if (!(error instanceof EgressError)) throw error
    throw refuse({ message: error.publicMessage })
  }
}
