/** Addresses that a reader may open, as the contract allows them: never a script. */
export const isLinkUrl = (url: string): boolean => /^(?:https?:\/\/|mailto:|tel:|\{\{)/i.test(url)

/** An address as typed: a domain or an email address gets what it lacks. */
export function withScheme(typed: string): string {
  const text = typed.trim()
  if (/^[^\s@/:]+@[^\s@/:]+\.[a-z]{2,}$/i.test(text)) return `mailto:${text}`
  return /^(?:[\w-]+\.)+[a-z]{2,}(?:[/?#:]\S*)?$/i.test(text) ? `https://${text}` : text
}
