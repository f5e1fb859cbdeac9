import { expect, test } from 'vitest'
import { EmailDesign } from '@imperium/contract/email-designs/email-design.ts'
import type { BlockOf } from '@imperium/contract/email-designs/email-design.ts'
import {
  copyBlock,
  findBlock,
  insertBlock,
  moveBlock,
  orderOf,
  placeToAdd,
  removeBlock,
  topPlace,
  updateBlock,
  withColumns,
} from './edit-blocks.ts'
import { placeTowards } from './keyboard-moves.ts'
import type { Direction } from './keyboard-moves.ts'
import { newBlock } from './new-block.ts'

const design = EmailDesign.parse({
  blocks: [
    { id: 'a', type: 'heading', spans: [{ text: 'Sample' }], isSample: true },
    {
      id: 'cols',
      type: 'columns',
      columns: [
        [
          { id: 'l1', type: 'divider' },
          { id: 'l2', type: 'divider' },
        ],
        [{ id: 'r1', type: 'divider' }],
      ],
    },
    { id: 'b', type: 'divider' },
    { id: 'foot', type: 'footer' },
  ],
})

/** The order after keys, with the columns in brackets. */
function after(id: string, ...keys: Direction[]): string {
  let now = design
  for (const key of keys) {
    const place = placeTowards(now, id, key)
    if (!place) return 'nowhere'
    now = moveBlock(now, id, place)
  }
  return now.blocks
    .map((block) =>
      block.type === 'columns' ? `[${block.columns.map((column) => column.map((each) => each.id).join(' ')).join(' | ')}]` : block.id,
    )
    .join(' ')
}

test('up and down pass siblings; at the ends of a column they leave it', () => {
  expect(after('b', 'up')).toBe('a b [l1 l2 | r1] foot')
  expect(after('a', 'down')).toBe('[l1 l2 | r1] a b foot')
  expect(after('a', 'up')).toBe('nowhere')
  expect(after('foot', 'down')).toBe('nowhere')
  expect(after('l2', 'up')).toBe('a [l2 l1 | r1] b foot')
  expect(after('l1', 'up')).toBe('a l1 [l2 | r1] b foot')
  expect(after('r1', 'down')).toBe('a [l1 l2 | ] r1 b foot')
})

test('left and right go into columns beside the block, from column to column, and out', () => {
  expect(after('a', 'right')).toBe('[l1 l2 a | r1] b foot')
  expect(after('b', 'right')).toBe('a [l1 l2 b | r1] foot')
  expect(after('b', 'left')).toBe('a [l1 l2 | r1 b] foot')
  expect(after('l1', 'right')).toBe('a [l2 | l1 r1] b foot')
  expect(after('l1', 'right', 'right')).toBe('a [l2 | r1] l1 b foot')
  expect(after('r1', 'left', 'left')).toBe('a r1 [l1 l2 | ] b foot')
})

test('columns and footers do not go into columns', () => {
  expect(after('foot', 'right')).toBe('nowhere')
  expect(after('cols', 'right')).toBe('nowhere')
  expect(moveBlock(design, 'foot', { columnsId: 'cols', column: 0, index: 0 })).toBe(design)
  expect(moveBlock(design, 'cols', { columnsId: 'cols', column: 0, index: 0 })).toBe(design)
  expect(orderOf(insertBlock(design, newBlock('footer'), { columnsId: 'cols', column: 1, index: 0 })).slice(0, 5)).toEqual([
    'a',
    'cols',
    'l1',
    'l2',
    'r1',
  ])
})

test('dropping a block where it is changes nothing', () => {
  expect(moveBlock(design, 'a', topPlace(0))).toBe(design)
  expect(moveBlock(design, 'a', topPlace(1))).toBe(design)
  expect(moveBlock(design, 'l1', { columnsId: 'cols', column: 0, index: 1 })).toBe(design)
})

test('changed content is no sample content any more; a changed look leaves it one', () => {
  expect(findBlock(updateBlock(design, 'a', { padding: 20 }), 'a')?.isSample).toBe(true)
  expect(findBlock(updateBlock(design, 'a', { spans: [{ text: 'Mine' }] }), 'a')?.isSample).toBe(false)
  const nested = updateBlock(design, 'r1', { padding: 40 })
  expect(findBlock(nested, 'r1')?.padding).toBe(40)
  expect(nested.blocks[0]).toBe(design.blocks[0])
})

test('removes blocks, also of a column, and copies columns with new ids', () => {
  expect(orderOf(removeBlock(design, 'l2'))).toEqual(['a', 'cols', 'l1', 'r1', 'b', 'foot'])
  let at = 0
  const copy = copyBlock(findBlock(design, 'cols') as BlockOf<'columns'>, () => `n${at++}`)
  expect([copy.id, ...copy.columns.flat().map(({ id }) => id)]).toEqual(['n0', 'n1', 'n2', 'n3'])
})

test('a new block comes behind the selected one, else before the footer', () => {
  expect(placeToAdd(design, 'l1')).toEqual({ columnsId: 'cols', column: 0, index: 1 })
  expect(placeToAdd(design, null)).toEqual(topPlace(3))
  expect(placeToAdd({ ...design, blocks: [] }, 'gone')).toEqual(topPlace(0))
})

test('fewer columns keep their blocks', () => {
  const three = withColumns(findBlock(design, 'cols') as BlockOf<'columns'>, 3)
  expect(three.map((column) => column.map(({ id }) => id))).toEqual([['l1', 'l2'], ['r1'], []])
  const block = { ...(findBlock(design, 'cols') as BlockOf<'columns'>), columns: [[], three[0]!, three[1]!] }
  expect(withColumns(block, 2).map((column) => column.map(({ id }) => id))).toEqual([[], ['l1', 'l2', 'r1']])
})
