import { baseKeymap, chainCommands, splitBlockAs, toggleMark } from 'prosemirror-commands'
import { NodeSelection, TextSelection } from 'prosemirror-state'
import type { Command, EditorState } from 'prosemirror-state'
import type { Paragraph } from '@imperium/contract/email-designs/email-design.ts'
import type { MarkName } from './text-schema.ts'

type List = Paragraph['list']

const markType = (state: EditorState, name: MarkName) => {
  const type = state.schema.marks[name]
  if (!type) throw new Error(`The schema has no mark ${name}`)
  return type
}

export const toggle =
  (name: Exclude<MarkName, 'link'>): Command =>
  (state, dispatch) =>
    toggleMark(markType(state, name))(state, dispatch)

export function isActive(state: EditorState, name: MarkName): boolean {
  const type = markType(state, name)
  const { from, to, empty, $from } = state.selection
  return empty ? type.isInSet(state.storedMarks ?? $from.marks()) !== undefined : state.doc.rangeHasMark(from, to, type)
}

/** The list kind that all selected paragraphs share; `none` if they differ. */
export function listOf({ doc, selection: { from, to } }: EditorState): List {
  const lists = new Set<List>()
  doc.nodesBetween(from, to, (node) => {
    if (node.isTextblock) lists.add(node.attrs['list'] as List)
    return !node.isTextblock
  })
  const [only] = lists
  return lists.size === 1 && only ? only : 'none'
}

export const setList =
  (list: List): Command =>
  (state, dispatch) => {
    const next = listOf(state) === list ? 'none' : list
    const change = state.tr
    state.doc.nodesBetween(state.selection.from, state.selection.to, (node, pos) => {
      if (node.isTextblock) change.setNodeAttribute(pos, 'list', next)
      return !node.isTextblock
    })
    dispatch?.(change)
    return true
  }

/** Enter in an empty item, and Backspace at the start of one, end the list. */
const leaveList =
  (onlyEmpty: boolean): Command =>
  (state, dispatch) => {
    const { $from, empty } = state.selection
    if (!empty || $from.parent.attrs['list'] === 'none' || $from.parentOffset > 0 || (onlyEmpty && $from.parent.content.size > 0))
      return false
    return setList($from.parent.attrs['list'] as List)(state, dispatch)
  }

const breakLine: Command = (state, dispatch) => {
  const type = state.schema.nodes['hard_break']
  if (!type) return false
  dispatch?.(state.tr.replaceSelectionWith(type.create()).scrollIntoView())
  return true
}

/** Marks by the usual keys; Enter makes a paragraph, in a heading a line. */
export function keysFor(kind: 'one' | 'many'): Record<string, Command> {
  const base = baseKeymap as Record<string, Command>
  const split = splitBlockAs((node) => ({ type: node.type, attrs: node.attrs }))
  const marks = { 'Mod-b': toggle('bold'), 'Mod-i': toggle('italic'), 'Mod-u': toggle('underline'), 'Mod-Shift-x': toggle('strike') }
  if (kind === 'one') return { ...base, ...marks, Enter: breakLine, 'Shift-Enter': breakLine }
  return {
    ...base,
    ...marks,
    'Mod-Shift-7': setList('number'),
    'Mod-Shift-8': setList('bullet'),
    Enter: chainCommands(leaveList(true), split),
    'Shift-Enter': breakLine,
    Backspace: chainCommands(leaveList(false), base['Backspace'] ?? (() => false)),
  }
}

/** The link at the selection, and from where to where it goes. */
export function linkAt(state: EditorState): { href: string; from: number; to: number } | null {
  const type = markType(state, 'link')
  const { $from, from, to, empty } = state.selection
  const mark = type.isInSet(empty ? $from.marks() : (state.doc.nodeAt(from)?.marks ?? []))
  if (!mark) return null
  if (!empty) return { href: String(mark.attrs['href']), from, to }
  const start = $from.start()
  let found: { from: number; to: number } | null = null
  $from.parent.forEach((node, offset) => {
    if (!mark.isInSet(node.marks)) return
    const begin = start + offset
    const end = begin + node.nodeSize
    if (found && found.to === begin) found.to = end
    else if (!found || found.to < from) found = { from: begin, to: end }
  })
  return { href: String(mark.attrs['href']), ...(found ?? { from, to }) }
}

/** Links the selected text, or the link that the caret is in; without either, the address becomes the text. Empty: removes the link. */
export const setLink =
  (href: string): Command =>
  (state, dispatch) => {
    const type = markType(state, 'link')
    const { from, to } = linkAt(state) ?? state.selection
    const change = state.tr
    if (from === to && href !== '') change.insert(from, state.schema.text(href, [type.create({ href })]))
    else {
      change.removeMark(from, to, type)
      if (href !== '') change.addMark(from, to, type.create({ href }))
    }
    dispatch?.(change)
    return true
  }

export const insertField =
  (field: string, fallback: string): Command =>
  (state, dispatch) => {
    const node = state.schema.nodes['field']?.create({ field, fallback }, null, state.storedMarks ?? state.selection.$from.marks())
    if (!node) return false
    const change = state.tr.replaceSelectionWith(node, false)
    dispatch?.(change.scrollIntoView())
    return true
  }

export const insertText =
  (text: string): Command =>
  (state, dispatch) => {
    dispatch?.(state.tr.insertText(text).scrollIntoView())
    return true
  }

/** The merge field that is selected. */
export function selectedField({ selection }: EditorState): { field: string; fallback: string } | null {
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'field') return null
  return { field: String(selection.node.attrs['field']), fallback: String(selection.node.attrs['fallback']) }
}

/** Changes the selected merge field and keeps it selected. */
export const changeField =
  (attrs: { field?: string; fallback?: string }): Command =>
  (state, dispatch) => {
    if (!selectedField(state)) return false
    const { from } = state.selection
    const change = state.tr
    for (const [name, value] of Object.entries(attrs)) change.setNodeAttribute(from, name, value)
    dispatch?.(change.setSelection(NodeSelection.create(change.doc, from)))
    return true
  }

export const removeField: Command = (state, dispatch) => {
  if (!selectedField(state)) return false
  dispatch?.(state.tr.deleteSelection())
  return true
}

/** Puts the caret behind the selected merge field. */
export const leaveField: Command = (state, dispatch) => {
  if (!selectedField(state)) return false
  dispatch?.(state.tr.setSelection(TextSelection.create(state.doc, state.selection.to)))
  return true
}
