import { createContext, use } from 'react'
import type { Block, BlockType, EmailDesign } from '@imperium/contract/email-designs/email-design.ts'
import type { DesignIssue } from '@imperium/contract/email-designs/lint-design.ts'
import type { Place } from './model/edit-blocks.ts'
import type { Direction } from './model/keyboard-moves.ts'
import type { MergeField } from '../../ui/form/merge-field.ts'

/** What is being dragged: a block of the canvas, a new one of a kind, or a copy of a saved one. */
export type Dragged = { kind: 'move'; id: string } | { kind: 'new'; type: BlockType } | { kind: 'saved'; block: Block }

export type PanelTab = 'add' | 'block' | 'style' | 'check'

export interface Designer {
  design: EmailDesign
  isLocked: boolean
  fields: readonly MergeField[]
  /** The message goes to contacts: rules by segment and a footer with their links are offered. */
  toContacts: boolean
  issues: readonly DesignIssue[]
  selected: Block | undefined
  /** The text of the selected block is being edited, from where the user clicked. */
  editing: { caret: { left: number; top: number } | null } | null
  tab: PanelTab
  setTab: (tab: PanelTab) => void
  /** On phones: whether the panel is open. */
  isPanelOpen: boolean
  setPanelOpen: (open: boolean) => void
  select: (id: string | null, options?: { focus?: boolean }) => void
  edit: (id: string, caret: { left: number; top: number } | null) => void
  leaveText: () => void
  /** Replaces the design. Changes with the same `key` in a row are undone together. */
  change: (design: EmailDesign, key?: string) => void
  update: (id: string, fields: Partial<Block>, key?: string) => void
  add: (dragged: Exclude<Dragged, { kind: 'move' }>, place?: Place) => void
  remove: (id: string) => void
  duplicate: (id: string) => void
  moveTowards: (id: string, direction: Direction) => void
  move: (id: string, place: Place) => void
  undo: (() => void) | null
  redo: (() => void) | null
  dragged: Dragged | null
  setDragged: (dragged: Dragged | null) => void
  /** Where the dragged block would be dropped. */
  target: Place | null
  setTarget: (place: Place | null) => void
  drop: () => void
  /** Where the tools of a text are shown. */
  toolbar: HTMLElement | null
  saveBlock: (block: Block) => void
}

const Context = createContext<Designer | null>(null)
export const DesignerProvider = Context.Provider

export function useDesignerContext(): Designer {
  const designer = use(Context)
  if (!designer) throw new Error('Outside of the email designer')
  return designer
}
