import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { isRecord } from './config-path.ts'

/** Data that templates can name, as a tree. */
export interface DataNode {
  /** As templates have it: `steps.qualify.score`, `trigger.items[0].name`. */
  path: string
  label: string
  /** A short preview of the sample value; empty for a parent. */
  preview: string
  children: readonly DataNode[]
}

/** One root of the data tree. */
export interface DataSource {
  path: string
  label: string
  sample: Json
}

const longestPreview = 60
const mostItems = 20
const deepest = 8

export function treeOf(sources: readonly DataSource[]): DataNode[] {
  return sources.map(({ path, label, sample }) => nodeOf(path, label, sample, 0))
}

function nodeOf(path: string, label: string, value: Json, depth: number): DataNode {
  const entries: [string, string, Json][] =
    depth >= deepest
      ? []
      : Array.isArray(value)
        ? value.slice(0, mostItems).map((each, at) => [`${path}[${at}]`, `[${at}]`, each])
        : isRecord(value)
          ? Object.entries(value).map(([key, each]) => [path + keyPath(key), key, each])
          : []
  return {
    path,
    label,
    preview: entries.length > 0 ? '' : previewOf(value),
    children: entries.map(([at, name, each]) => nodeOf(at, name, each, depth + 1)),
  }
}

const keyPath = (key: string): string => (/^[A-Za-z_][\w-]*$/.test(key) ? `.${key}` : `["${key.replaceAll('"', '\\"')}"]`)

function previewOf(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > longestPreview ? `${text.slice(0, longestPreview - 1)}…` : text
}

export interface DataRow {
  node: DataNode
  depth: number
  isOpen: boolean
}

/** The visible rows: expanded ones, or all that match the search. */
export function rowsOf(tree: readonly DataNode[], open: ReadonlySet<string>, texts = ''): DataRow[] {
  const wanted = texts.trim().toLowerCase()
  const walk = (nodes: readonly DataNode[], depth: number): DataRow[] =>
    nodes.flatMap((node) => {
      if (wanted !== '') {
        const below = walk(node.children, depth + 1)
        return below.length > 0 || matches(node, wanted) ? [{ node, depth, isOpen: true }, ...below] : []
      }
      const isOpen = open.has(node.path)
      return [{ node, depth, isOpen }, ...(isOpen ? walk(node.children, depth + 1) : [])]
    })
  return walk(tree, 0)
}

const matches = ({ path, label, preview }: DataNode, wanted: string): boolean =>
  [path, label, preview].some((text) => text.toLowerCase().includes(wanted))

/** The template text that inserts the data. */
export const templateOf = (path: string): string => `{{ ${path} }}`
