import { hasValues } from '../../../platform/text/exact-json.ts'
export type Node = Readonly<Record<string, unknown>>

export const isNode = (value: unknown): value is Node => hasValues(value) && !Array.isArray(value)
export const nodeOf = (value: unknown): Node => (isNode(value) ? value : {})
export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : [])

const mostSteps = 20
/** Longer than any name of a schema: a long reference costs its length at each use. */
const longestReference = 500

/** Counts references that lead nowhere: what they stand for would be missing without a word. */
export interface Missing {
  missing: number
  /** Steps that may still be taken: each reference on the way, after the first, is one. */
  left?: number
}

interface End {
  node: Node
  steps: number
  isMissing: boolean
}

/** Of each document: what pointers name, and where chains of them end. A hostile one asks for the same again and again. */
const resolved = new WeakMap<Node, { pointers: Map<string, unknown>; ends: Map<string, End> }>()

function resolvedOf(document: Node) {
  const known = resolved.get(document)
  if (known) return known
  const made = { pointers: new Map<string, unknown>(), ends: new Map<string, End>() }
  resolved.set(document, made)
  return made
}

/** Follows local references (`#/components/…`, RFC 6901) to what they name; an unknown or endless one is an empty object. */
export function followReferences(document: Node, start: unknown, counted?: Missing): Node {
  const given = nodeOf(start)
  if (typeof given['$ref'] !== 'string') return given
  const { node, steps, isMissing } = endOf(document, given['$ref'])
  if (counted && isMissing) counted.missing += 1
  if (counted?.left !== undefined) counted.left -= steps - 1
  return node
}

function endOf(document: Node, first: string): End {
  const { pointers, ends } = resolvedOf(document)
  const known = ends.get(first)
  if (known) return known
  let [found, steps]: [unknown, number] = [{ $ref: first }, 0]
  for (; isNode(found) && typeof found['$ref'] === 'string'; steps++) {
    const reference: string = found['$ref']
    if (steps < mostSteps && !pointers.has(reference)) pointers.set(reference, atPointer(document, reference))
    found = steps < mostSteps ? pointers.get(reference) : undefined
  }
  const end = { node: nodeOf(found), steps, isMissing: !isNode(found) }
  ends.set(first, end)
  return end
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
