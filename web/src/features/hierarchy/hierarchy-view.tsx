import { IconHierarchy2 } from '@tabler/icons-react'
import { useState } from 'react'
import type { HierarchyNode } from '@imperium/contract/hierarchy/hierarchy.ts'
import { plural, t } from '../../lib/words.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FilterBar } from '../../ui/list/filter-bar.tsx'
import type { HierarchyParts } from './hierarchy-search.ts'
import { HierarchyTree } from './hierarchy-tree.tsx'
import { NodeDetail } from './node-detail.tsx'
import { countMatches, findIn, nodesOf, rowsOf } from './tree-model.ts'
import classes from './hierarchy.module.css'

/** Search, the tree, and the node chosen in it. */
export function HierarchyView({ root, search, change, refusal, mayManage }: HierarchyParts & { root: HierarchyNode }) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([root.id, ...openTo(root, search.node)]))
  const text = search.q ?? ''
  const rows = rowsOf(root, open, text)
  const chosen = findIn(root, search.node)
  const total = nodesOf(root).length
  const found = text === '' ? total : countMatches(root, text)
  const toggle = (id: string, isOpen: boolean) => {
    const next = new Set(open)
    if (isOpen) next.add(id)
    else next.delete(id)
    setOpen(next)
  }
  return (
    <>
      <FilterBar
        search={text}
        onSearch={(q) => change({ q: q.trim() === '' ? undefined : q }, true)}
        searchLabel={t('Search the hierarchy')}
        count={plural(found, { one: '{count} node', other: '{count} nodes' })}
      />
      <div className={classes.columns}>
        <div className={classes.tree}>
          {rows.length === 0 ? (
            <EmptyState plain icon={IconHierarchy2} title={t('No matches')} text={t('No name, slug or description contains this text.')} />
          ) : (
            <HierarchyTree
              rows={rows}
              chosenId={chosen?.id}
              onChoose={(id) => change({ node: id })}
              onToggle={toggle}
              onMove={mayManage && refusal === undefined ? (id, parentId) => change({ move: id, to: parentId }) : undefined}
              root={root}
            />
          )}
        </div>
        {chosen && <NodeDetail key={chosen.id} root={root} node={chosen} change={change} refusal={refusal} mayManage={mayManage} />}
      </div>
    </>
  )
}

/** The nodes above the given one. */
function openTo(node: HierarchyNode, id: string | undefined): string[] {
  if (id === undefined) return []
  for (const child of node.children) {
    if (child.id === id) return [node.id]
    const below = openTo(child, id)
    if (below.length > 0) return [node.id, ...below]
  }
  return []
}
