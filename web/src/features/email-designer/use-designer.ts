import type { Block, EmailDesign } from '@imperium/contract/email-designs/email-design.ts'
import type { DesignIssue } from '@imperium/contract/email-designs/lint-design.ts'
import type { MergeField } from '../../ui/form/merge-field.ts'
import type { Designer } from './designer-context.ts'
import { findBlock } from './model/edit-blocks.ts'
import { useBlockEdits } from './use-block-edits.ts'
import { useDragging } from './use-dragging.ts'
import { useHistory } from './use-history.ts'
import { useSelection } from './use-selection.ts'

interface DesignerInput {
  value: EmailDesign
  onChange: (design: EmailDesign) => void
  isLocked: boolean
  fields: readonly MergeField[]
  toContacts: boolean
  issues: readonly DesignIssue[]
  toolbar: HTMLElement | null
  saveBlock: (block: Block) => void
}

/** The state of the designer, and everything that changes it. */
export function useDesigner({ value, onChange, ...input }: DesignerInput): { designer: Designer; announcement: string } {
  const history = useHistory(value, onChange)
  const selection = useSelection((id) => {
    const type = findBlock(history.newest(), id)?.type
    return type === 'heading' || type === 'text'
  })
  const { announcement, ...edits } = useBlockEdits(history, selection)
  const dragging = useDragging((dragged, place) => {
    if (dragged.kind === 'move') edits.move(dragged.id, place)
    else edits.add(dragged, place)
  })
  const designer: Designer = {
    ...input,
    ...selection,
    ...edits,
    ...dragging,
    design: value,
    change: history.change,
    selected: findBlock(value, selection.selectedId),
    editing: input.isLocked ? null : selection.editing,
    undo: input.isLocked ? null : history.undo,
    redo: input.isLocked ? null : history.redo,
  }
  return { designer, announcement }
}
