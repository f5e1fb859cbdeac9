import type { DragEvent } from 'react'
import { columnRatios } from '@imperium/contract/email-designs/email-design.ts'
import type { Block, BlockOf } from '@imperium/contract/email-designs/email-design.ts'
import { t } from '../../../lib/words.ts'
import { useDesignerContext } from '../designer-context.ts'
import { fitsInColumn } from '../model/edit-blocks.ts'
import type { Place } from '../model/edit-blocks.ts'
import { BlockFrame } from './block-frame.tsx'
import { BlockView } from './block-views.tsx'
import styles from '../../../ui/styles.module.css'
import classes from './canvas.module.css'

interface BlockListProps {
  label: string
  blocks: readonly Block[]
  /** Of the list: its columns and which of them. */
  at: Omit<Place, 'index'>
  /** Pixels at both sides of a block. */
  side: number
  empty: string
}

/** The blocks of the email or of a column, and where dragged ones are dropped. */
export function BlockList({ label, blocks, at, side, empty }: BlockListProps) {
  const { dragged, design, target, setTarget, drop, isLocked } = useDesignerContext()
  const moved =
    dragged?.kind === 'move' ? design.blocks.find(({ id }) => id === dragged.id) : dragged?.kind === 'saved' ? dragged.block : undefined
  const isTopOnly =
    (moved && !fitsInColumn(moved)) || (dragged?.kind === 'new' && (dragged.type === 'columns' || dragged.type === 'footer'))
  const accepts = dragged !== null && !(isTopOnly && at.columnsId !== null)
  const over = (event: DragEvent, index: number) => {
    if (!accepts) return
    event.preventDefault()
    event.stopPropagation()
    setTarget({ ...at, index })
  }
  const isTarget = (index: number) =>
    target !== null && target.columnsId === at.columnsId && target.column === at.column && target.index === index
  return (
    <ol
      aria-label={label}
      className={`${styles.list} ${classes.list}`}
      data-column={at.columnsId !== null || undefined}
      onDragOver={(event) => over(event, blocks.length)}
      onDrop={(event) => {
        if (!accepts) return
        event.preventDefault()
        event.stopPropagation()
        drop()
      }}
    >
      {blocks.map((block, index) => (
        <li
          key={block.id}
          className={classes.item}
          data-drop={isTarget(index) ? 'before' : isTarget(index + 1) && index === blocks.length - 1 ? 'after' : undefined}
          onDragOver={(event) => {
            const box = event.currentTarget.getBoundingClientRect()
            over(event, event.clientY < box.top + box.height / 2 ? index : index + 1)
          }}
        >
          <BlockFrame block={block} side={side} isFirst={at.columnsId === null && index === 0}>
            {block.type === 'columns' ? <ColumnsView block={block} /> : <BlockView block={block} />}
          </BlockFrame>
        </li>
      ))}
      {blocks.length === 0 && (
        <li className={classes.empty} data-drop={isTarget(0) ? 'inside' : undefined}>
          {isLocked ? t('Empty') : empty}
        </li>
      )}
    </ol>
  )
}

function ColumnsView({ block }: { block: BlockOf<'columns'> }) {
  const shares = columnRatios[block.ratio]
  return (
    <div
      className={classes.columns}
      data-stacks={block.stacks || undefined}
      style={{
        gridTemplateColumns: shares.map((share) => `minmax(0, ${share}fr)`).join(' '),
        alignItems: block.valign === 'top' ? 'start' : 'center',
      }}
    >
      {block.columns.map((blocks, column) => (
        <BlockList
          key={column}
          label={t('Column {number}', { number: column + 1 })}
          blocks={blocks}
          at={{ columnsId: block.id, column }}
          side={0}
          empty={t('Drop a block here')}
        />
      ))}
    </div>
  )
}
