import { useEffect, useState } from 'react'

/** Focuses something where what had the focus is gone, or can have it no more: takes it from nothing else. */
export function giveFocus(element: HTMLElement | null, options?: FocusOptions): void {
  const { activeElement } = document
  const isNowhere = activeElement === null || activeElement === document.body || activeElement.matches(':disabled')
  if (isNowhere && element?.isConnected) element.focus(options)
}

/** What had the focus; of an entry of a menu, which closes, the button that opened the menu. */
function findOpener(): HTMLElement | null {
  const active = document.activeElement
  const menu = active?.closest('[role=menu]')
  const opener = menu ? document.querySelector(`[aria-controls="${menu.id}"]`) : active
  return opener instanceof HTMLElement ? opener : null
}

/**
 * Stands beside a dialog that is mounted open and unmounted to close it, which Mantine's own return of the focus does not see: gives the
 * focus back to what had it before, unless something else took it meanwhile.
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
