import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { HighlightStyle, LRLanguage, LanguageSupport, bracketMatching, syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView, drawSelection, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { parser } from '@lezer/html'
import { useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import type { Ref } from 'react'
import classes from './html-editor.module.css'

export interface HtmlEditorHandle {
  /** Replaces the selected text by what `wrap` makes of it. */
  replaceSelection: (wrap: (selected: string) => string) => void
}

interface HtmlEditorProps {
  label: string
  value: string
  onChange: (html: string) => void
  isLocked?: boolean
  /** Pixels. */
  minHeight: number
  handle?: Ref<HtmlEditorHandle>
}

const colors = HighlightStyle.define([
  { tag: [tags.tagName, tags.angleBracket], color: 'var(--code-tag)' },
  { tag: tags.attributeName, color: 'var(--code-name)' },
  { tag: [tags.attributeValue, tags.character], color: 'var(--code-value)' },
  { tag: [tags.comment, tags.processingInstruction, tags.documentMeta], color: 'var(--text-2)' },
])

/** The markup alone: the languages of scripts and styles would be as large again, and email has next to none of them. */
const html = new LanguageSupport(
  LRLanguage.define({ name: 'html', parser, languageData: { commentTokens: { block: { open: '<!--', close: '-->' } } } }),
)

/** A field for HTML with highlighted syntax. */
export function HtmlEditor({ label, value, onChange, isLocked = false, minHeight, handle }: HtmlEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const sent = useRef(value)
  const send = useEffectEvent((next: string) => {
    sent.current = next
    onChange(next)
  })
  const open = useEffectEvent((parent: HTMLElement) => {
    const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''
    return new EditorView({
      parent,
      state: EditorState.create({
        doc: value,
        extensions: [
          EditorView.cspNonce.of(nonce),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0', ...(isLocked ? { 'aria-readonly': 'true' } : {}) }),
          EditorState.readOnly.of(isLocked),
          EditorView.editable.of(!isLocked),
          EditorView.lineWrapping,
          lineNumbers(),
          drawSelection(),
          history(),
          bracketMatching(),
          html,
          syntaxHighlighting(colors),
          // Tab leaves the field, as in every other one.
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.updateListener.of((update) => update.docChanged && send(update.state.doc.toString())),
        ],
      }),
    })
  })
  useEffect(() => {
    if (!host.current) return
    const made = open(host.current)
    view.current = made
    return () => {
      view.current = null
      made.destroy()
    }
  }, [isLocked])
  useEffect(() => {
    const now = view.current
    if (!now || value === sent.current) return
    sent.current = value
    if (now.state.doc.toString() !== value) now.dispatch({ changes: { from: 0, to: now.state.doc.length, insert: value } })
  }, [value])
  useImperativeHandle(handle, () => ({
    replaceSelection: (wrap) => {
      const now = view.current
      if (!now) return
      const { from, to } = now.state.selection.main
      now.dispatch(now.state.replaceSelection(wrap(now.state.sliceDoc(from, to))))
      now.focus()
    },
  }))
  return <div ref={host} className={classes.field} data-locked={isLocked || undefined} style={{ '--least-height': `${minHeight}px` }} />
}
