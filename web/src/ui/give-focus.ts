/** Focuses something where what had the focus is gone, or can have it no more: takes it from nothing else. */
export function giveFocus(element: HTMLElement | null | undefined, options?: FocusOptions): void {
  const { activeElement } = document
  const isNowhere = activeElement === null || activeElement === document.body || activeElement.matches(':disabled')
  if (isNowhere && element?.isConnected) element.focus(options)
}
