type Field = HTMLInputElement | HTMLTextAreaElement

/** Puts text in place of what is selected, as if it were typed: React and the undo of the browser both see it. */
export function insertText(field: Field | null, text: string): void {
  if (!field) return
  field.focus()
  const [start, end] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length]
  // The old way is the only one that keeps the browser's undo; where it is gone, the value is set as React expects.
  if (document.execCommand('insertText', false, text)) return
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value')?.set
  setter?.call(field, field.value.slice(0, start) + text + field.value.slice(end))
  field.setSelectionRange(start + text.length, start + text.length)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
