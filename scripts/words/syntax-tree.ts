import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseAst } from 'vitest/node'

export const root = join(import.meta.dirname, '../..')

export interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

export interface Source {
  /** From the root of the repository, with forward slashes. */
  path: string
  text: string
  tree: Node
}

export const isNode = (value: unknown): value is Node =>
  value !== null && typeof value === 'object' && 'type' in value && typeof value.type === 'string'

/** @throws if the text is not TypeScript. */
export const parse = (path: string, text: string): Source => ({
  path,
  text,
  tree: parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node,
})

const known = new Map<string, Source[]>()

/** The TypeScript files below a folder, without tests and generated ones. Read once: it takes seconds. */
export function readSources(folder: string): readonly Source[] {
  const sources = known.get(folder) ?? parseAll(folder)
  known.set(folder, sources)
  return sources
}

function parseAll(folder: string): Source[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(test|gen|d)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/[\\/](testing|node_modules)[\\/]/.test(file))
    .toSorted()
    .map((file) => parse(relative(root, file).replaceAll('\\', '/'), readFileSync(file, 'utf8')))
}

/** Visits each node before its children. */
export function walk(node: Node, visit: (node: Node, parent: Node | null) => void, parent: Node | null = null): void {
  visit(node, parent)
  for (const child of childrenOf(node)) walk(child, visit, node)
}

/** Loops without lists in between: it is called for each of a million nodes. */
export function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  for (const key of Object.keys(node)) {
    const value = node[key]
    if (Array.isArray(value)) {
      for (const each of value) if (isNode(each)) children.push(each)
    } else if (key !== 'parent' && isNode(value)) children.push(value)
  }
  return children
}

export const lineOf = ({ text }: Source, node: Node): number => text.slice(0, node.start).split('\n').length

/** The text of a string literal, or of a template without values; null for anything else. */
export function literalOf(value: unknown): string | null {
  if (!isNode(value)) return null
  if (value.type === 'Literal') return typeof value['value'] === 'string' ? value['value'] : null
  if (value.type === 'TemplateLiteral') return listOf(value['quasis']).length === 1 ? cooked(listOf(value['quasis'])[0]) : null
  return null
}

export const cooked = (quasi: Node | undefined): string => {
  const value = quasi?.['value'] as { cooked?: string } | undefined
  return value?.cooked ?? ''
}

export const listOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])

/** `notFound` of `notFound(...)`, `success` of `notify.success(...)`, `AppError` of `new AppError(...)`. */
export function calleeOf(node: Node): string | null {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return null
  const callee = node['callee']
  if (!isNode(callee)) return null
  const name = callee.type === 'MemberExpression' ? callee['property'] : callee
  return isNode(name) && typeof name['name'] === 'string' ? name['name'] : null
}

/** `label` of `{ label: … }` and of `{ 'label': … }`. */
export function keyOf(node: Node): string | null {
  if (node.type !== 'Property' || node['computed'] === true || !isNode(node['key'])) return null
  return literalOf(node['key']) ?? (typeof node['key']['name'] === 'string' ? node['key']['name'] : null)
}
