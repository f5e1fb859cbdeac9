import { isNode, nodeOf } from './read-references.ts'
import type { Node } from './read-references.ts'
import type { StoredTool } from './stored-document.ts'

const keyword = 'x-mcp-header'
const deepest = 20

/** Of the schema of a tool, the properties whose values the protocol of 2026 wants in headers as well. */
export function headerParts(schema: Node, depth = 0): Node {
  if (depth > deepest) return {}
  const found = Object.entries(nodeOf(schema['properties'])).flatMap(([name, given]): [string, Node][] => {
    const { type, [keyword]: header } = nodeOf(given)
    const inner = headerParts(nodeOf(given), depth + 1)
    return header === undefined && inner['properties'] === undefined ? [] : [[name, { type, [keyword]: header, ...inner }]]
  })
  return found.length === 0 ? {} : { properties: Object.fromEntries(found) }
}

/** What the client needs to write them. Tools that were taken over before they were kept have them in the text of their schema, if it is whole. */
export function definitionOf({ name, headers, schema }: StoredTool) {
  const parts = headers ?? headerParts(readNode(schema))
  return parts['properties'] === undefined ? undefined : { name, inputSchema: { ...parts, type: 'object' as const } }
}

function readNode(text: string): Node {
  try {
    const read: unknown = JSON.parse(text)
    return isNode(read) ? read : {}
  } catch {
    return {}
  }
}
