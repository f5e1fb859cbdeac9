import { useEffect, useState } from 'react'

/** Focuses an element if the focused one is gone or no longer focusable; otherwise the focus stays. */
export function giveFocus(element: HTMLElement | null, options?: FocusOptions): void {
  const { activeElement } = document
  const isNowhere = activeElement === null || activeElement === document.body || activeElement.matches(':disabled')
  if (isNowhere && element?.isConnected) element.focus(options)
}

/** The element that had the focus; for an entry of a menu, which closes, the button that opened the menu. */
function findOpener(): HTMLElement | null {
  const active = document.activeElement
  const menu = active?.closest('[role=menu]')
  const opener = menu ? document.querySelector(`[aria-controls="${menu.id}"]`) : active
  return opener instanceof HTMLElement ? opener : null
}

/**
 * For dialogs that are mounted open and unmounted to close, which Mantine's return focus misses: restores
 * the earlier focus, unless another element took it meanwhile.
 */
export function ReturnFocus() {
  const [opener] = useState(findOpener)
  useEffect(
    () => () => {
      setTimeout(() => giveFocus(opener, { preventScroll: true }))
    },
    [opener],
  )
  return null
}
