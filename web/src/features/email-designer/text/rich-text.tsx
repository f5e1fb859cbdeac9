import { keymap } from 'prosemirror-keymap'
import { EditorState, Selection } from 'prosemirror-state'
import type { Command } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Paragraph } from '@imperium/contract/email-designs/email-design.ts'
import { labelOfField } from '../../../ui/form/merge-field.ts'
import type { MergeField } from '../../../ui/form/merge-field.ts'
import { keysFor } from './text-commands.ts'
import { toDocument, toParagraphs } from './text-document.ts'
import { schemas } from './text-schema.ts'
import { TextToolbar } from './text-toolbar.tsx'
import classes from './text.module.css'

interface RichTextProps {
  /** `one`: a heading; `many`: paragraphs and lists. */
  kind: 'one' | 'many'
  label: string
  paragraphs: readonly Paragraph[]
  onChange: (paragraphs: Paragraph[]) => void
  fields: readonly MergeField[]
  /** Where the tools of the text are shown. */
  toolbar: HTMLElement | null
  /** Where the user clicked to begin; null: the caret is put at the end. */
  caret: { left: number; top: number } | null
  onLeave: () => void
}

/** A merge field as a chip: its name, and the fallback in small. */
function showField(labelOf: (name: string) => string, field: string, fallback: string): HTMLElement {
  const chip = document.createElement('span')
  chip.className = classes.chip ?? ''
  chip.dataset['field'] = field
  chip.dataset['fallback'] = fallback
  chip.textContent = labelOf(field)
  if (fallback !== '') chip.append(Object.assign(document.createElement('small'), { textContent: fallback }))
  return chip
}

/** The editor of a heading or a text on the canvas. One history for the whole design: it keeps none of its own. */
export function RichText({ kind, label, paragraphs, onChange, fields, toolbar, caret, onLeave }: RichTextProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const [state, setState] = useState<EditorState | null>(null)
  const send = useEffectEvent((next: Paragraph[]) => onChange(next))
  const labelOf = useEffectEvent((name: string) => labelOfField(fields, name))
  const onKey = useEffectEvent((event: KeyboardEvent): boolean => {
    if (event.key === 'F10' && event.altKey) toolbar?.querySelector('button')?.focus()
    else if (event.key === 'Escape') onLeave()
    else return false
    return true
  })
  const open = useEffectEvent((mount: HTMLElement) => {
    const made = new EditorView(mount, {
      state: EditorState.create({ doc: toDocument(schemas[kind], paragraphs), plugins: [keymap(keysFor(kind))] }),
      attributes: { role: 'textbox', 'aria-multiline': String(kind === 'many'), 'aria-label': label, class: classes.editable ?? '' },
      nodeViews: {
        field: ({ attrs }) => ({ dom: showField((name) => labelOf(name), String(attrs['field']), String(attrs['fallback'])) }),
      },
      handleKeyDown: (_view, event) => onKey(event),
      dispatchTransaction: (change) => {
        made.updateState(made.state.apply(change))
        setState(made.state)
        if (change.docChanged) send(toParagraphs(made.state.doc))
      },
    })
    view.current = made
    const at = caret ? (made.posAtCoords(caret)?.pos ?? null) : null
    const selection = at === null ? Selection.atEnd(made.state.doc) : Selection.near(made.state.doc.resolve(at))
    made.dispatch(made.state.tr.setSelection(selection))
    made.focus()
    return made
  })
  useEffect(() => {
    if (!host.current) return
    const made = open(host.current)
    return () => {
      view.current = null
      made.destroy()
    }
  }, [])
  // Undone, redone, or loaded anew: the text is replaced, and the caret stays as near as it can.
  useEffect(() => {
    const now = view.current
    if (!now) return
    const doc = toDocument(schemas[kind], paragraphs)
    if (doc.eq(now.state.doc)) return
    const { head } = now.state.selection
    const next = EditorState.create({
      doc,
      plugins: now.state.plugins,
      selection: Selection.near(doc.resolve(Math.min(head, doc.content.size))),
    })
    now.updateState(next)
    setState(next)
  }, [paragraphs, kind])
  const run = (command: Command) => {
    const now = view.current
    if (!now) return
    command(now.state, now.dispatch)
    now.focus()
  }
  const apply = (command: Command) => view.current && command(view.current.state, view.current.dispatch)
  return (
    <>
      <div ref={host} />
      {toolbar &&
        state &&
        createPortal(
          <TextToolbar kind={kind} state={state} fields={fields} onRun={run} onApply={apply} onLeave={() => view.current?.focus()} />,
          toolbar,
        )}
    </>
  )
}
