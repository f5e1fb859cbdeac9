import { useEffect, useEffectEvent } from 'react'
import { notify } from '../../../lib/notify.ts'
import { plural, t } from '../../../lib/words.ts'
import { isTyping } from '../../../ui/is-typing.ts'
import type { Editor } from './use-editor.ts'

/** Undoing, and the clipboard, wherever on the page the focus is; a text field keeps its own. */
export function useEditorKeys({ graph, refusal, copy, paste, remove }: Editor): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (refusal || !(event.ctrlKey || event.metaKey) || isTyping(event.target)) return
    const key = event.key.toLowerCase()
    const act = key === 'z' ? (event.shiftKey ? graph.redo : graph.undo) : key === 'y' ? graph.redo : null
    if (!act) return
    event.preventDefault()
    act()
  })
  const onCopy = useEffectEvent((event: ClipboardEvent) => {
    const isText = isTyping(event.target) || getSelection()?.isCollapsed === false
    if (isText || graph.selected.length === 0) return
    event.preventDefault()
    event.clipboardData?.setData('text/plain', copy())
    const count = graph.selected.length
    if (event.type === 'cut' && !refusal) remove()
    notify.info(plural(count, { one: '{count} step copied', other: '{count} steps copied' }))
  })
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (refusal || isTyping(event.target)) return
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (paste(text)) event.preventDefault()
    else if (text !== '') notify.info(t('There are no steps on the clipboard'))
  })
  useEffect(() => {
    const key = (event: KeyboardEvent) => onKey(event)
    const copied = (event: ClipboardEvent) => onCopy(event)
    const pasted = (event: ClipboardEvent) => onPaste(event)
    addEventListener('keydown', key)
    for (const type of ['copy', 'cut'] as const) document.addEventListener(type, copied)
    document.addEventListener('paste', pasted)
    return () => {
      removeEventListener('keydown', key)
      for (const type of ['copy', 'cut'] as const) document.removeEventListener(type, copied)
      document.removeEventListener('paste', pasted)
    }
  }, [])
}
