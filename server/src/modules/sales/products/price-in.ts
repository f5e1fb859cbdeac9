/** Currency and amount; empty for text that is no such pair. Trimmed first: a pattern for blanks at both ends tries every division of them. */
export function priceIn(part: string): [currency: string, amount: string] {
  const pair = part.trim()
  return /^[A-Za-z]{3}\s/.test(pair) ? [pair.slice(0, 3), pair.slice(3).trim()] : ['', '']
}
