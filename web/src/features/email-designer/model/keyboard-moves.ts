import type { EmailDesign } from '@imperium/contract/email-designs/email-design.ts'
import { findBlock, fitsInColumn, placeOf, siblingsAt, topPlace } from './edit-blocks.ts'
import type { Place } from './edit-blocks.ts'

export type Direction = 'up' | 'down' | 'left' | 'right'

/**
 * The place to which a block moves by a key; null if there is none. Up and down pass its siblings and leave the columns at their ends;
 * left and right go from column to column, and from the top level into columns beside the block.
 */
export function placeTowards(design: EmailDesign, id: string, direction: Direction): Place | null {
  const from = placeOf(design, id)
  if (!from) return null
  if (direction === 'up' || direction === 'down') return verticalPlace(design, from, direction)
  return from.columnsId === null ? placeInto(design, id, from, direction) : placeBeside(design, from, direction)
}

const indexOf = (design: EmailDesign, id: string): number => design.blocks.findIndex((block) => block.id === id)

function verticalPlace(design: EmailDesign, from: Place, direction: 'up' | 'down'): Place | null {
  const isUp = direction === 'up'
  const isEnd = isUp ? from.index === 0 : from.index === siblingsAt(design, from).length - 1
  if (!isEnd) return { ...from, index: isUp ? from.index - 1 : from.index + 2 }
  return from.columnsId === null ? null : topPlace(indexOf(design, from.columnsId) + (isUp ? 0 : 1))
}

/** The column at the left or right; out of the columns at their sides. */
function placeBeside(design: EmailDesign, from: Place, direction: 'left' | 'right'): Place | null {
  const at = indexOf(design, from.columnsId ?? '')
  const columns = design.blocks[at]
  if (columns?.type !== 'columns') return null
  const column = from.column + (direction === 'left' ? -1 : 1)
  const next = columns.columns[column]
  if (!next) return topPlace(at + (direction === 'left' ? 0 : 1))
  return { columnsId: columns.id, column, index: Math.min(from.index, next.length) }
}

/** Into the first column of the columns below or above; to the left, into the last one. */
function placeInto(design: EmailDesign, id: string, { index }: Place, direction: 'left' | 'right'): Place | null {
  const block = findBlock(design, id)
  if (!block || !fitsInColumn(block)) return null
  const target = [design.blocks[index + 1], design.blocks[index - 1]].find((each) => each?.type === 'columns')
  if (target?.type !== 'columns') return null
  const column = direction === 'right' ? 0 : target.columns.length - 1
  return { columnsId: target.id, column, index: target.columns[column]?.length ?? 0 }
}
