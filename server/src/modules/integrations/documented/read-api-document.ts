import { isDeeper } from './json-depth.ts'
import { compileOperations } from './compile-operations.ts'
import { isNode, listOf, nodeOf, textOf } from './read-references.ts'
import type { Node } from './read-references.ts'
import { mostDepth, readYaml } from './read-yaml.ts'
import { addressOfServer } from './server-address.ts'
import { upgradeSwagger } from './upgrade-swagger.ts'
import type { StoredDocument } from './stored-document.ts'

export interface DocumentText {
  text: string
  /** Where it came from. */
  url: string | undefined
}
export type ReadApiDocument = Pick<StoredDocument, 'title' | 'baseUrl' | 'operations' | 'leftOut'>

/** What a document of OpenAPI 3 or Swagger 2.0 says, JSON or YAML; or what is wrong with it. */
export function readApiDocument({ text, url }: DocumentText): ReadApiDocument | { refused: { message: string } } {
  const given = readDocument(text)
  if (!given) return { refused: { message: 'This is neither JSON nor YAML' } }
  const document = textOf(given['swagger']) === '2.0' ? upgradeSwagger(given) : given
  if (document === given && !/^3\.[0-2]/.test(textOf(given['openapi']))) return { refused: { message: 'This is no OpenAPI 3 document' } }
  const { operations, leftOut } = compileOperations(document)
  if (operations.length === 0) return { refused: { message: 'The document has no operation that can be called with JSON' } }
  return { title: textOf(nodeOf(document['info'])['title']).slice(0, 100), baseUrl: serverOf(document, url), operations, leftOut }
}

function readDocument(text: string): Node | null {
  try {
    const read = readJson(text) ?? readYaml(text)
    return isNode(read) ? read : null
  } catch {
    return null
  }
}

/** Undefined for what is no JSON: it may be YAML. @throws for what is too deep. */
function readJson(text: string): unknown {
  try {
    const read: unknown = JSON.parse(text)
    if (!isDeeper(text, mostDepth)) return read
  } catch {
    return undefined
  }
  throw new Error('This document is nested too deep')
}

/** The first server; one without a host is that of the document's own address. '' where there is none. */
function serverOf(document: Node, from: string | undefined): string {
  const whole = URL.parse(addressOfServer(listOf(document['servers'])[0]), from)
  return whole && /^https?:$/.test(whole.protocol) ? whole.href.replace(/\/+$/, '') : ''
}
