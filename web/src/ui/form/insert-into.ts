/** Replaces the selection as if the text was typed, so that React and the browser's undo both see it. */
export function insertInto(field: HTMLInputElement | HTMLTextAreaElement | null, text: string): void {
  if (!field) return
  field.focus()
  const [start, end] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length]
  // The deprecated API is the only one that keeps the browser's undo; without it, the value is set as React expects.
  if (document.execCommand('insertText', false, text)) return
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value')?.set
  setter?.call(field, field.value.slice(0, start) + text + field.value.slice(end))
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
