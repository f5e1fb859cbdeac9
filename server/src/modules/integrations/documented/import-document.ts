import { parse } from 'yaml'
import { message } from '@imperium/contract/kit/message.ts'
import type { AppError } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/errors.ts'
import { EgressError } from '../../../platform/http-out/egress-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { decodeText } from '../../../platform/text/charset.ts'
import { compileOperations } from './compile-operations.ts'
import { isNode, listOf, nodeOf, textOf } from './read-references.ts'
import type { Node } from './read-references.ts'
import type { StoredDocument } from './stored-document.ts'

const maxBytes = 2 * 1024 * 1024
const timeoutMs = 20_000

/**
 * Reads an OpenAPI 3.0 or 3.1 document, JSON or YAML, from text or from an address.
 * @throws 422 that says what is wrong with it.
 */
export async function importDocument(
  { httpOut }: Pick<Platform, 'httpOut'>,
  given: { text: string } | { url: string },
  signal: AbortSignal,
): Promise<StoredDocument> {
  const isFetched = 'url' in given
  const refuse = (text: { message: string }): AppError => invalid([{ path: isFetched ? 'document.url' : 'document.text', ...text }])
  const document = readDocument(isFetched ? await fetchText(httpOut, given.url, signal, refuse) : given.text)
  if (!document) throw refuse({ message: 'This is neither JSON nor YAML' })
  const version = textOf(document['openapi'])
  if (!/^3\.[0-2]/.test(version)) throw refuse({ message: 'This is no OpenAPI 3 document' })
  const { operations, leftOut } = compileOperations(document)
  if (operations.length === 0) throw refuse({ message: 'The document has no operation that can be called with JSON' })
  return {
    title: textOf(nodeOf(document['info'])['title']).slice(0, 100),
    baseUrl: serverOf(document, isFetched ? given.url : undefined),
    operations,
    tools: [],
    retiredIds: [],
    leftOut,
  }
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

function readDocument(text: string): Node | null {
  try {
    // Aliases are bounded: a document of a few lines could otherwise grow without end.
    const read: unknown = parse(text, { maxAliasCount: 100 })
    return isNode(read) ? read : null
  } catch {
    return null
  }
}

/** The first server; one without a host is that of the document's own address. '' where there is none. */
function serverOf(document: Node, from: string | undefined): string {
  const server = nodeOf(listOf(document['servers'])[0])
  const variables = nodeOf(server['variables'])
  const url = textOf(server['url']).replaceAll(/\{([^{}]+)\}/g, (_all, name: string) => textOf(nodeOf(variables[name])['default']))
  const whole = URL.parse(url, from)
  return whole && /^https?:$/.test(whole.protocol) ? whole.href.replace(/\/+$/, '') : ''
}
