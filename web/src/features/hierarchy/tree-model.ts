import { mayStandBelow } from '@imperium/contract/hierarchy/hierarchy.ts'
import type { HierarchyNode } from '@imperium/contract/hierarchy/hierarchy.ts'

/** A node as a row of the tree. */
export interface TreeRow {
  node: HierarchyNode
  isOpen: boolean
  /** Its place among its neighbours, from 1, and how many they are. */
  position: number
  size: number
}

/** All nodes, each after its parent. */
export const nodesOf = (root: HierarchyNode): HierarchyNode[] => [root, ...root.children.flatMap(nodesOf)]

export const findIn = (root: HierarchyNode, id: string | undefined): HierarchyNode | undefined =>
  id === undefined ? undefined : nodesOf(root).find((node) => node.id === id)

/** The names of the nodes from the root down to this one. */
export function pathOf(root: HierarchyNode, id: string): string[] {
  if (root.id === id) return [root.name]
  for (const child of root.children) {
    const below = pathOf(child, id)
    if (below.length > 0) return [root.name, ...below]
  }
  return []
}

const fits = (node: HierarchyNode, wanted: string): boolean =>
  [node.name, node.slug, node.description].some((text) => text.toLowerCase().includes(wanted))

/** Nodes whose name, slug or description contains the text, and those above them. */
function keptBy(root: HierarchyNode, wanted: string): Set<string> {
  const kept = new Set<string>()
  const look = (node: HierarchyNode): boolean => {
    const below = node.children.map(look).some(Boolean)
    if (below || fits(node, wanted)) kept.add(node.id)
    return kept.has(node.id)
  }
  look(root)
  return kept
}

export const countMatches = (root: HierarchyNode, text: string): number =>
  nodesOf(root).filter((node) => fits(node, text.trim().toLowerCase())).length

/** The rows that are visible: of a search the nodes found, with the way to them open; else what lies below open nodes. */
export function rowsOf(root: HierarchyNode, open: ReadonlySet<string>, text = ''): TreeRow[] {
  const wanted = text.trim().toLowerCase()
  const kept = wanted === '' ? null : keptBy(root, wanted)
  const rows: TreeRow[] = []
  const add = (node: HierarchyNode, position: number, size: number) => {
    const children = kept ? node.children.filter(({ id }) => kept.has(id)) : node.children
    const isOpen = children.length > 0 && (kept !== null || open.has(node.id))
    rows.push({ node, isOpen, position, size })
    if (isOpen) for (const [index, child] of children.entries()) add(child, index + 1, children.length)
  }
  if (!kept || kept.has(root.id)) add(root, 1, 1)
  return rows
}

/** Nodes that the given one may be moved below: of the same or a higher type, outside of it, and not its parent already. */
export function parentsFor(root: HierarchyNode, moved: HierarchyNode): HierarchyNode[] {
  const within = new Set(nodesOf(moved).map(({ id }) => id))
  return nodesOf(root).filter((node) => !within.has(node.id) && node.id !== moved.parentId && mayStandBelow(moved.type, node.type))
}
