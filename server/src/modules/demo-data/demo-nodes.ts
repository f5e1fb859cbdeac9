import { hierarchy } from '@imperium/contract/hierarchy/hierarchy.ts'
import type { HierarchyNode, NodeType } from '@imperium/contract/hierarchy/hierarchy.ts'
import { AppError } from '../../platform/errors.ts'
import type { Invoke } from '../../platform/operations/invoke.ts'
import { labelled } from './content.ts'

/** Each stands below the one that it names; the others below the root. */
const demoNodes: readonly { name: string; type: NodeType; below?: string; description: string }[] = [
  { name: labelled('Northern region'), type: 'subsidiary', description: 'Shops and customers in the north.' },
  { name: labelled('Southern region'), type: 'subsidiary', description: 'Shops and customers in the south.' },
  { name: labelled('Sales'), type: 'division', below: labelled('Northern region'), description: 'Sells to garden centres.' },
  { name: labelled('Marketing'), type: 'department', below: labelled('Northern region'), description: 'Campaigns of the region.' },
  { name: labelled('Inside sales'), type: 'team', below: labelled('Sales'), description: 'Answers enquiries by phone and email.' },
  { name: labelled('Field sales'), type: 'team', below: labelled('Sales'), description: 'Visits customers.' },
]

const readTree = (invoke: Invoke, orgId: string) => invoke(hierarchy.tree, { params: { id: orgId } })

/** Adds the nodes. Returns the root where it is new with them, else null. */
export async function loadNodes(invoke: Invoke, orgId: string): Promise<string | null> {
  const hadRoot = (await readTree(invoke, orgId)) !== null
  const ids = new Map<string, string>()
  for (const { below, ...body } of demoNodes) {
    const parentId = below === undefined ? undefined : ids.get(below)
    ids.set(body.name, (await invoke(hierarchy.create, { body: { ...body, ...(parentId ? { parentId } : {}) } })).id)
  }
  return hadRoot ? null : ((await readTree(invoke, orgId))?.id ?? null)
}

/** Removes the nodes by their names, the lowest first; what a member put in them moves up. The root goes where it came with them and is empty. */
export async function removeNodes(invoke: Invoke, orgId: string, rootId: string | null): Promise<void> {
  const names = new Set(demoNodes.map(({ name }) => name))
  const root = await readTree(invoke, orgId)
  const remove = (node: HierarchyNode) => invoke(hierarchy.remove, { params: { id: node.id }, query: { contents: 'reparent' } })
  const removeBelow = async (node: HierarchyNode): Promise<void> => {
    for (const child of node.children) await removeBelow(child)
    if (names.has(node.name)) await remove(node)
  }
  if (!root) return
  await removeBelow(root)
  if (root.id !== rootId) return
  await remove(root).catch((error: unknown) => {
    // A member has added nodes below it.
    if (!(error instanceof AppError && error.status === 409)) throw error
  })
}
