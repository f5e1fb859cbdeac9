import { blocksOf } from '@imperium/contract/email-designs/email-design.ts'
import type { Block, BlockOf, EmailDesign, LeafBlock } from '@imperium/contract/email-designs/email-design.ts'

/** Where a block stands, or between which: in a column, or at the top level (`columnsId` null). */
export interface Place {
  columnsId: string | null
  column: number
  index: number
}

export const topPlace = (index: number): Place => ({ columnsId: null, column: 0, index })

export const findBlock = (design: EmailDesign, id: string | null): Block | undefined =>
  id === null ? undefined : blocksOf(design).find((block) => block.id === id)

/** The ids of all blocks in the order of the canvas. */
export const orderOf = (design: EmailDesign): string[] => blocksOf(design).map(({ id }) => id)

/** Columns and footers stand on their own only. */
export const fitsInColumn = (block: Block): block is LeafBlock => block.type !== 'columns' && block.type !== 'footer'

const columnsOf = (design: EmailDesign, id: string): BlockOf<'columns'> | undefined =>
  design.blocks.find((block): block is BlockOf<'columns'> => block.id === id && block.type === 'columns')

export function placeOf(design: EmailDesign, id: string): Place | null {
  for (const [index, block] of design.blocks.entries()) {
    if (block.id === id) return topPlace(index)
    if (block.type !== 'columns') continue
    for (const [column, blocks] of block.columns.entries()) {
      const at = blocks.findIndex((each) => each.id === id)
      if (at >= 0) return { columnsId: block.id, column, index: at }
    }
  }
  return null
}

/** The blocks beside one at `place`. */
export const siblingsAt = (design: EmailDesign, { columnsId, column }: Place): readonly Block[] =>
  columnsId === null ? design.blocks : (columnsOf(design, columnsId)?.columns[column] ?? [])

function mapBlocks(design: EmailDesign, change: (block: Block) => Block): EmailDesign {
  const blocks = design.blocks.map((block): Block => {
    const changed = change(block)
    if (changed !== block || block.type !== 'columns') return changed
    const columns = block.columns.map((column) => column.map((each) => change(each) as LeafBlock))
    return columns.some((column, at) => column.some((each, index) => each !== block.columns[at]?.[index])) ? { ...block, columns } : block
  })
  return { ...design, blocks }
}

/** What readers see as the content of a layout; a changed look leaves it sample content. */
const contents = new Set(['spans', 'paragraphs', 'label', 'url', 'src', 'alt', 'link', 'links', 'title', 'rows', 'html', 'text'])

/** Changes fields of a block. Changed content is no longer sample content. */
export function updateBlock(design: EmailDesign, id: string, fields: Partial<Block>): EmailDesign {
  const edited = Object.keys(fields).some((key) => contents.has(key)) ? { isSample: false } : {}
  return mapBlocks(design, (block) => (block.id === id ? ({ ...block, ...edited, ...fields } as Block) : block))
}

export function removeBlock(design: EmailDesign, id: string): EmailDesign {
  const blocks = design.blocks
    .filter((block) => block.id !== id)
    .map((block): Block => {
      if (block.type !== 'columns' || !block.columns.flat().some((each) => each.id === id)) return block
      return { ...block, columns: block.columns.map((column) => column.filter((each) => each.id !== id)) }
    })
  return { ...design, blocks }
}

const inserted = <T>(list: readonly T[], at: number, item: T): T[] => [...list.slice(0, at), item, ...list.slice(at)]

/** Inserts a block; one that does not fit in a column comes behind the columns. */
export function insertBlock(design: EmailDesign, block: Block, place: Place): EmailDesign {
  if (place.columnsId === null) return { ...design, blocks: inserted(design.blocks, place.index, block) }
  if (!fitsInColumn(block)) {
    const at = design.blocks.findIndex(({ id }) => id === place.columnsId)
    return { ...design, blocks: inserted(design.blocks, at + 1, block) }
  }
  const blocks = design.blocks.map((each): Block => {
    if (each.id !== place.columnsId || each.type !== 'columns') return each
    return { ...each, columns: each.columns.map((column, at) => (at === place.column ? inserted(column, place.index, block) : column)) }
  })
  return { ...design, blocks }
}

/** Moves a block before what stands at `place` now. */
export function moveBlock(design: EmailDesign, id: string, place: Place): EmailDesign {
  const block = findBlock(design, id)
  const from = placeOf(design, id)
  if (!block || !from || place.columnsId === id || (place.columnsId !== null && !fitsInColumn(block))) return design
  const isSameList = from.columnsId === place.columnsId && from.column === place.column
  const index = isSameList && from.index < place.index ? place.index - 1 : place.index
  if (isSameList && index === from.index) return design
  return insertBlock(removeBlock(design, id), block, { ...place, index })
}

/** Another block like this one, with ids of its own. */
export function copyBlock<T extends Block>(block: T, newId: () => string): T {
  const copy = { ...structuredClone(block), id: newId() }
  if (copy.type !== 'columns') return copy
  return { ...copy, columns: copy.columns.map((column) => column.map((each) => ({ ...each, id: newId() }))) }
}

/** Another number of columns: those that are dropped leave their blocks in the last one. */
export function withColumns(block: BlockOf<'columns'>, count: number): LeafBlock[][] {
  const kept = Array.from({ length: count }, (_each, at) => block.columns[at] ?? [])
  const rest = block.columns.slice(count).flat()
  return rest.length === 0 ? kept : kept.map((column, at) => (at === count - 1 ? [...column, ...rest] : column))
}

/** After the selected block; without one, at the end but before a footer. */
export function placeToAdd(design: EmailDesign, selectedId: string | null): Place {
  const at = selectedId === null ? null : placeOf(design, selectedId)
  if (at) return { ...at, index: at.index + 1 }
  const isFooted = design.blocks.at(-1)?.type === 'footer'
  return topPlace(design.blocks.length - (isFooted ? 1 : 0))
}

/** The block that is selected once `id` is gone. */
export function neighbourOf(design: EmailDesign, id: string): string | null {
  const place = placeOf(design, id)
  if (!place) return null
  const siblings = siblingsAt(design, place)
  return (siblings[place.index + 1] ?? siblings[place.index - 1])?.id ?? place.columnsId
}
