import type { HierarchyNode } from '@imperium/contract/hierarchy/hierarchy.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { listNodes, toNode } from './node-store.ts'

/** The root with all nodes below it; null without nodes. */
export async function readTree(tx: OrgTx): Promise<HierarchyNode | null> {
  const rows = await listNodes(tx)
  const childrenOf = Map.groupBy(rows, ({ parent_id }) => parent_id)
  const nest = (row: (typeof rows)[number], level: number): HierarchyNode => ({
    ...toNode({ ...row, level }),
    children: (childrenOf.get(row.id) ?? []).map((child) => nest(child, level + 1)),
  })
  const [root] = childrenOf.get(null) ?? []
  return root ? nest(root, 0) : null
}
