import { IconEye, IconEyeOff } from '@tabler/icons-react'
import type { DragEvent, KeyboardEvent, MouseEvent, ReactNode } from 'react'
import type { Block } from '@imperium/contract/email-designs/email-design.ts'
import { useIsPhone } from '../../../lib/use-is-phone.ts'
import { t } from '../../../lib/words.ts'
import { useDesignerContext } from '../designer-context.ts'
import { nameOfBlock } from '../model/block-labels.ts'
import type { Direction } from '../model/keyboard-moves.ts'
import { blockAttribute } from '../use-focus-request.ts'
import { orderOf } from '../model/edit-blocks.ts'
import { BlockTools } from './block-tools.tsx'
import classes from './canvas.module.css'

interface BlockFrameProps {
  block: Block
  side: number
  /** It takes the Tab key while no block is selected. */
  isFirst: boolean
  children: ReactNode
}

const directions: Record<string, Direction> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' }

/** What the keys do while the frame of a block has the focus. */
function useFrameKeys(block: Block) {
  const designer = useDesignerContext()
  const { design, isLocked, select, edit, moveTowards, remove, duplicate } = designer
  function go(step: number): void {
    const order = orderOf(design)
    const next = order[order.indexOf(block.id) + step]
    if (next !== undefined) select(next, { focus: true })
  }
  const act = (event: KeyboardEvent): (() => void) | null => {
    const direction = directions[event.key]
    if (direction && event.altKey) return isLocked ? null : () => moveTowards(block.id, direction)
    if (direction === 'up' || direction === 'down') return () => go(direction === 'up' ? -1 : 1)
    if (event.key === 'Escape') return () => select(null)
    if (isLocked) return null
    if (event.key === 'Enter') return () => edit(block.id, null)
    if (event.key === 'Delete' || event.key === 'Backspace') return () => remove(block.id)
    if (event.key.toLowerCase() === 'd' && (event.ctrlKey || event.metaKey)) return () => duplicate(block.id)
    return null
  }
  return (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    const run = act(event)
    if (!run) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
}

/** A block on the canvas: chosen by a press or the arrow keys, dragged, and edited in place. */
export function BlockFrame({ block, side, isFirst, children }: BlockFrameProps) {
  const designer = useDesignerContext()
  const { selected, editing, isLocked, select, edit, setDragged, issues } = designer
  const onKeyDown = useFrameKeys(block)
  const isPhone = useIsPhone()
  const isSelected = selected?.id === block.id
  const press = (event: MouseEvent) => {
    event.stopPropagation()
    if (isSelected && editing) return
    if (isLocked) select(block.id)
    else edit(block.id, { left: event.clientX, top: event.clientY })
  }
  const dragProps = {
    draggable: !isLocked && !(isSelected && editing !== null),
    onDragStart: (event: DragEvent) => {
      event.stopPropagation()
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', nameOfBlock(block))
      setDragged({ kind: 'move', id: block.id })
    },
    onDragEnd: () => setDragged(null),
  }
  const hasIssue = issues.some(({ blockId, level }) => blockId === block.id && level !== 'note')
  return (
    <>
      <div
        role="group"
        aria-label={nameOfBlock(block)}
        aria-current={isSelected || undefined}
        tabIndex={isSelected || (isFirst && !selected) ? 0 : -1}
        className={classes.frame}
        data-selected={isSelected || undefined}
        data-issue={hasIssue || undefined}
        style={{ padding: `${block.padding}px ${side}px`, ...(block.background ? { background: block.background } : {}) }}
        onClick={press}
        onFocus={(event) => event.target === event.currentTarget && !isSelected && select(block.id)}
        onKeyDown={onKeyDown}
        {...{ [blockAttribute]: block.id }}
        {...dragProps}
      >
        {block.visibility && (
          <span className={classes.visibility}>
            {block.visibility.show === 'inside' ? <IconEye size={13} aria-hidden /> : <IconEyeOff size={13} aria-hidden />}
            {t('Only for some contacts')}
          </span>
        )}
        {children}
      </div>
      {isSelected && !isLocked && !isPhone && <BlockTools block={block} isFloating />}
    </>
  )
}
