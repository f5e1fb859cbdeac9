/** True if a key press belongs to a text field or an open dialog, so it is not a shortcut of the page. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('[role=dialog], [role=menu], [role=listbox]')) return true
  return target.matches('input:not([type=checkbox], [type=radio]), textarea, select')
}
