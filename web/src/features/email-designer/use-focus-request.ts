import { useEffect, useRef } from 'react'

/** The attribute that names a block's frame on the canvas. */
export const blockAttribute = 'data-block-id'

/** Focuses the frame of a block once it is rendered: a moved element loses the focus. */
export function useFocusRequest(): (id: string) => void {
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    const id = wanted.current
    if (id === null) return
    wanted.current = null
    const frame = document.querySelector<HTMLElement>(`[${blockAttribute}="${CSS.escape(id)}"]`)
    // While a text is being edited, the focus is in it.
    if (frame && !frame.contains(document.activeElement?.closest('[contenteditable]') ?? null)) frame.focus()
    frame?.scrollIntoView?.({ block: 'nearest' })
  })
  return (id) => {
    wanted.current = id
  }
}
