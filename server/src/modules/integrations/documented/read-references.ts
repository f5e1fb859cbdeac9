export type Node = Readonly<Record<string, unknown>>

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
export const nodeOf = (value: unknown): Node => (isNode(value) ? value : {})
export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : [])

const mostSteps = 20
/** Longer than any name of a schema: a long reference costs its length at each use. */
const longestReference = 500

/** Counts references that lead nowhere: what they stand for would be missing without a word. */
export interface Missing {
  missing: number
}

/** Follows local references (`#/components/…`, RFC 6901) to what they name; an unknown or endless one is an empty object. */
export function followReferences(document: Node, start: unknown, counted?: Missing): Node {
  let node = nodeOf(start)
  for (let step = 0; typeof node['$ref'] === 'string'; step++) {
    const found = step === mostSteps ? undefined : atPointer(document, node['$ref'])
    if (counted && !isNode(found)) counted.missing += 1
    node = nodeOf(found)
  }
  return node
}

function atPointer(document: Node, reference: string): unknown {
  if (!reference.startsWith('#/') || reference.length > longestReference) return undefined
  let found: unknown = document
  for (const part of reference.slice(2).split('/')) {
    const name = decodePart(part)
    if (!isNode(found) || !Object.hasOwn(found, name)) return undefined
    found = found[name]
  }
  return found
}

function decodePart(part: string): string {
  const plain = part.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}
