import { IconChevronRight } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState } from 'react'
import type { DragEvent, KeyboardEvent } from 'react'
import type { HierarchyNode } from '@imperium/contract/hierarchy/hierarchy.ts'
import { plural, t } from '../../lib/words.ts'
import { typeLabels } from './hierarchy-labels.ts'
import { findIn, parentsFor } from './tree-model.ts'
import type { TreeRow } from './tree-model.ts'
import classes from './hierarchy.module.css'

const rowHeight = 44
const indentPx = 24

interface HierarchyTreeProps {
  root: HierarchyNode
  rows: readonly TreeRow[]
  chosenId: string | undefined
  onChoose: (id: string) => void
  onToggle: (id: string, isOpen: boolean) => void
  /** Asks to move a node below another; undefined where the caller may not. */
  onMove: ((id: string, parentId: string) => void) | undefined
}

/** The nodes as an expandable tree. Arrow keys walk it; Alt with an arrow, or dragging, moves a node. */
export function HierarchyTree(props: HierarchyTreeProps) {
  // The virtualizer is one object that changes inside; memoised reads of it would go stale.
  'use no memo'
  const { rows, chosenId, onMove } = props
  const body = useRef<HTMLDivElement>(null)
  const [focusedId, setFocusedId] = useState<string | undefined>(chosenId)
  const drag = useDrag(props)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => body.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    initialRect: { width: 800, height: 900 },
  })
  const current = Math.max(
    0,
    rows.findIndex(({ node }) => node.id === (focusedId ?? chosenId)),
  )
  function focusRow(index: number): void {
    const row = rows[index]
    if (!row) return
    setFocusedId(row.node.id)
    virtualizer.scrollToIndex(index)
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus())
  }
  return (
    <div ref={body} className={classes.scroll}>
      <div role="tree" aria-label={t('Hierarchy')} className={classes.rows} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          if (!row) return null
          const { node, isOpen, position, size } = row
          return (
            <div
              key={node.id}
              role="treeitem"
              aria-level={node.level + 1}
              aria-posinset={position}
              aria-setsize={size}
              aria-expanded={node.children.length > 0 ? isOpen : undefined}
              aria-selected={node.id === chosenId}
              tabIndex={index === current ? 0 : -1}
              data-row={index}
              data-drop={drag.targetId === node.id || undefined}
              className={classes.item}
              style={{ transform: `translateY(${start}px)`, paddingInlineStart: 12 + node.level * indentPx }}
              draggable={onMove !== undefined && node.parentId !== null}
              onFocus={() => setFocusedId(node.id)}
              onClick={() => props.onChoose(node.id)}
              onKeyDown={(event) => onTreeKey(event, { ...props, current: index, focusRow })}
              {...drag.propsOf(node)}
            >
              <TreeRowView row={row} onToggle={props.onToggle} />
            </div>
          )
        })}
      </div>
    </div>
  )
}

function TreeRowView({ row: { node, isOpen }, onToggle }: { row: TreeRow; onToggle: HierarchyTreeProps['onToggle'] }) {
  return (
    <>
      {/* The row itself opens and closes by the keyboard. */}
      <span
        className={classes.toggle}
        aria-hidden
        data-open={isOpen || undefined}
        onClick={(event) => {
          if (node.children.length === 0) return
          event.stopPropagation()
          onToggle(node.id, !isOpen)
        }}
      >
        {node.children.length > 0 && <IconChevronRight size={15} stroke={1.8} />}
      </span>
      <span className={classes.name}>{node.name}</span>
      <span className={classes.kind}>{typeLabels[node.type]}</span>
      <span className={classes.people}>{plural(node.userCount, { one: '{count} user', other: '{count} users' })}</span>
    </>
  )
}

/** Dragging a node onto another asks to move it there; only nodes that may take it accept it. */
function useDrag({ root, onMove }: HierarchyTreeProps) {
  const [draggedId, setDraggedId] = useState<string | null>(null)
  const [targetId, setTargetId] = useState<string | null>(null)
  const dragged = draggedId === null ? undefined : findIn(root, draggedId)
  const takers = new Set(dragged && onMove ? parentsFor(root, dragged).map(({ id }) => id) : [])
  const end = () => {
    setDraggedId(null)
    setTargetId(null)
  }
  const propsOf = (node: HierarchyNode) => ({
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', node.name)
      setDraggedId(node.id)
    },
    onDragEnd: end,
    onDragOver: (event: DragEvent) => {
      if (!takers.has(node.id)) return
      event.preventDefault()
      setTargetId(node.id)
    },
    onDragLeave: () => setTargetId((id) => (id === node.id ? null : id)),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      if (dragged && takers.has(node.id)) onMove?.(dragged.id, node.id)
      end()
    },
  })
  return { targetId, propsOf }
}

interface TreeKeys extends HierarchyTreeProps {
  current: number
  focusRow: (index: number) => void
}

function onTreeKey(event: KeyboardEvent, tree: TreeKeys): void {
  const row = tree.rows[tree.current]
  if (!row || event.ctrlKey || event.metaKey) return
  const act = event.altKey ? moveOf(event.key, row, tree) : stepOf(event.key, row, tree)
  if (!act) return
  event.preventDefault()
  act()
}

function stepOf(key: string, { node, isOpen }: TreeRow, { rows, current, focusRow, onChoose, onToggle }: TreeKeys) {
  const parent = () => rows.findIndex((each) => each.node.id === node.parentId)
  const steps: Record<string, () => void> = {
    ArrowDown: () => focusRow(current + 1),
    ArrowUp: () => focusRow(current - 1),
    Home: () => focusRow(0),
    End: () => focusRow(rows.length - 1),
    ArrowRight: () => (isOpen ? focusRow(current + 1) : onToggle(node.id, true)),
    ArrowLeft: () => (isOpen ? onToggle(node.id, false) : focusRow(parent())),
    Enter: () => onChoose(node.id),
    ' ': () => onChoose(node.id),
  }
  return steps[key]
}

/** Alt and left: beside the parent. Alt and right: below the neighbour above. */
function moveOf(key: string, { node }: TreeRow, { root, rows, current, onMove }: TreeKeys) {
  if (!onMove || node.parentId === null) return undefined
  const above = rows.slice(0, current).findLast((each) => each.node.parentId === node.parentId)?.node
  const target = key === 'ArrowLeft' ? findIn(root, node.parentId)?.parentId : key === 'ArrowRight' ? above?.id : undefined
  return target ? () => onMove(node.id, target) : undefined
}
