import { useState } from 'react'
import type { Block, EmailDesign } from '@imperium/contract/email-designs/email-design.ts'
import type { DesignIssue } from '@imperium/contract/email-designs/lint-design.ts'
import { t } from '../../lib/words.ts'
import type { Designer, Dragged, PanelTab } from './designer-context.ts'
import { blockLabels } from './model/block-labels.ts'
import {
  copyBlock,
  findBlock,
  insertBlock,
  moveBlock,
  placeOf,
  placeToAdd,
  removeBlock,
  siblingsAt,
  updateBlock,
} from './model/edit-blocks.ts'
import type { Place } from './model/edit-blocks.ts'
import { placeTowards } from './model/keyboard-moves.ts'
import type { MergeField } from '../../ui/form/merge-field.ts'
import { newBlock, newId } from './model/new-block.ts'
import { useFocusRequest } from './use-focus-request.ts'
import { useHistory } from './use-history.ts'

interface DesignerInput {
  value: EmailDesign
  onChange: (design: EmailDesign) => void
  isLocked: boolean
  fields: readonly MergeField[]
  issues: readonly DesignIssue[]
  toolbar: HTMLElement | null
  saveBlock: (block: Block) => void
}

const hasText = (block: Block | undefined): boolean => block?.type === 'heading' || block?.type === 'text'

/** The block that is selected once `id` is gone. */
function neighbourOf(design: EmailDesign, id: string): string | null {
  const place = placeOf(design, id)
  if (!place) return null
  const siblings = siblingsAt(design, place)
  return (siblings[place.index + 1] ?? siblings[place.index - 1])?.id ?? place.columnsId
}

/** The state of the designer, and everything that changes it. */
export function useDesigner(input: DesignerInput): { designer: Designer; announcement: string } {
  const { value: design, isLocked } = input
  const history = useHistory(design, input.onChange)
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const [editing, setEditing] = useState<Designer['editing']>(null)
  const [tab, setTab] = useState<PanelTab>('add')
  const [isPanelOpen, setPanelOpen] = useState(false)
  const [dragged, setDragged] = useState<Dragged | null>(null)
  const [target, setTarget] = useState<Place | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const requestFocus = useFocusRequest()

  function select(id: string | null, { focus = false } = {}): void {
    if (id !== selectedId) setEditing(null)
    setSelectedId(id)
    if (id !== null) setTab('block')
    else if (tab === 'block') setTab('add')
    if (focus && id !== null) requestFocus(id)
  }
  function edit(id: string, caret: { left: number; top: number } | null): void {
    select(id)
    if (hasText(findBlock(history.newest(), id))) setEditing({ caret })
  }
  /** Says where a block is now. */
  function announce(id: string, after: EmailDesign, say: (values: { block: string; position: number; count: number }) => string): void {
    const block = findBlock(after, id)
    const place = placeOf(after, id)
    if (!block || !place) return
    setAnnouncement(say({ block: blockLabels[block.type], position: place.index + 1, count: siblingsAt(after, place).length }))
  }
  function settle(after: EmailDesign, id: string, say: Parameters<typeof announce>[2]): void {
    history.change(after)
    select(id, { focus: true })
    announce(id, after, say)
  }
  const sayAdded: Parameters<typeof announce>[2] = (values) => t('{block} added, {position} of {count}', values)
  const sayMoved: Parameters<typeof announce>[2] = (values) => t('{block} moved, {position} of {count}', values)

  const add: Designer['add'] = (what, place) => {
    const now = history.newest()
    const block = what.kind === 'new' ? newBlock(what.type) : copyBlock(what.block, newId)
    settle(insertBlock(now, block, place ?? placeToAdd(now, selectedId)), block.id, sayAdded)
    setPanelOpen(false)
    if (hasText(block)) setEditing({ caret: null })
  }
  const move: Designer['move'] = (id, place) => {
    const after = moveBlock(history.newest(), id, place)
    if (after !== history.newest()) settle(after, id, sayMoved)
  }
  const designer: Designer = {
    design,
    isLocked,
    fields: input.fields,
    issues: input.issues,
    toolbar: input.toolbar,
    saveBlock: input.saveBlock,
    selected: findBlock(design, selectedId),
    editing: isLocked ? null : editing,
    tab,
    setTab,
    isPanelOpen,
    setPanelOpen,
    select,
    edit,
    leaveText: () => {
      setEditing(null)
      if (selectedId !== null) requestFocus(selectedId)
    },
    change: history.change,
    update: (id, fields, key) => history.change(updateBlock(history.newest(), id, fields), key ?? `${id}:${Object.keys(fields).join()}`),
    add,
    move,
    remove: (id) => {
      const now = history.newest()
      const block = findBlock(now, id)
      const next = neighbourOf(now, id)
      history.change(removeBlock(now, id))
      select(next, { focus: true })
      if (block) setAnnouncement(t('{block} removed', { block: blockLabels[block.type] }))
    },
    duplicate: (id) => {
      const now = history.newest()
      const block = findBlock(now, id)
      const place = placeOf(now, id)
      if (!block || !place) return
      const copy = copyBlock(block, newId)
      settle(insertBlock(now, copy, { ...place, index: place.index + 1 }), copy.id, sayAdded)
    },
    moveTowards: (id, direction) => {
      const place = placeTowards(history.newest(), id, direction)
      if (place) move(id, place)
      else setAnnouncement(t('The block cannot be moved there'))
    },
    undo: isLocked ? null : history.undo,
    redo: isLocked ? null : history.redo,
    dragged,
    setDragged: (next) => {
      setDragged(next)
      if (next === null) setTarget(null)
    },
    target,
    setTarget: (next) => {
      if (JSON.stringify(next) !== JSON.stringify(target)) setTarget(next)
    },
    drop: () => {
      if (dragged && target) {
        if (dragged.kind === 'move') move(dragged.id, target)
        else add(dragged, target)
      }
      setDragged(null)
      setTarget(null)
    },
  }
  return { designer, announcement }
}
