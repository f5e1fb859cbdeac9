/** Text inside a Markdown fence when the fence is the whole text. */
export function unfence(text: string): string {
  const trimmed = text.trim()
  const begin = trimmed.indexOf('\n')
  const isFenced = trimmed.startsWith('```') && trimmed.endsWith('```') && begin > 0
  return isFenced ? trimmed.slice(begin, -3) : trimmed
}
