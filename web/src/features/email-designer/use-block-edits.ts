import { useState } from 'react'
import type { EmailDesign } from '@imperium/contract/email-designs/email-design.ts'
import { t } from '../../lib/words.ts'
import type { Designer } from './designer-context.ts'
import { blockLabels } from './model/block-labels.ts'
import {
  copyBlock,
  findBlock,
  insertBlock,
  moveBlock,
  neighbourOf,
  placeOf,
  placeToAdd,
  removeBlock,
  siblingsAt,
  updateBlock,
} from './model/edit-blocks.ts'
import { placeTowards } from './model/keyboard-moves.ts'
import { newBlock, newId } from './model/new-block.ts'
import type { useHistory } from './use-history.ts'
import type { useSelection } from './use-selection.ts'

type Edits = Pick<Designer, 'update' | 'add' | 'move' | 'moveTowards' | 'remove' | 'duplicate'>
type Say = (values: { block: string; position: number; count: number }) => string

const sayAdded: Say = (values) => t('{block} added, {position} of {count}', values)
const sayMoved: Say = (values) => t('{block} moved, {position} of {count}', values)

/** Changes of blocks; each says to screen readers what it did. */
export function useBlockEdits(
  { change, newest }: ReturnType<typeof useHistory>,
  { selectedId, select, edit, setPanelOpen }: ReturnType<typeof useSelection>,
): Edits & { announcement: string } {
  const [announcement, setAnnouncement] = useState('')
  function settle(after: EmailDesign, id: string, say: Say): void {
    change(after)
    select(id, { focus: true })
    const block = findBlock(after, id)
    const place = placeOf(after, id)
    if (!block || !place) return
    setAnnouncement(say({ block: blockLabels[block.type], position: place.index + 1, count: siblingsAt(after, place).length }))
  }
  const move: Designer['move'] = (id, place) => {
    const after = moveBlock(newest(), id, place)
    if (after !== newest()) settle(after, id, sayMoved)
  }
  return {
    announcement,
    move,
    update: (id, fields, key) => change(updateBlock(newest(), id, fields), key ?? `${id}:${Object.keys(fields).join()}`),
    add: (what, place) => {
      const block = what.kind === 'new' ? newBlock(what.type) : copyBlock(what.block, newId)
      settle(insertBlock(newest(), block, place ?? placeToAdd(newest(), selectedId)), block.id, sayAdded)
      setPanelOpen(false)
      if (what.kind === 'new') edit(block.id, null)
    },
    moveTowards: (id, direction) => {
      const place = placeTowards(newest(), id, direction)
      if (place) move(id, place)
      else setAnnouncement(t('The block cannot be moved there'))
    },
    remove: (id) => {
      const block = findBlock(newest(), id)
      const next = neighbourOf(newest(), id)
      change(removeBlock(newest(), id))
      select(next, { focus: true })
      if (block) setAnnouncement(t('{block} removed', { block: blockLabels[block.type] }))
    },
    duplicate: (id) => {
      const block = findBlock(newest(), id)
      const place = placeOf(newest(), id)
      if (!block || !place) return
      const copy = copyBlock(block, newId)
      settle(insertBlock(newest(), copy, { ...place, index: place.index + 1 }), copy.id, sayAdded)
    },
  }
}
