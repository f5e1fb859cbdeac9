const [quote, comma, colon, openList, backslash, openObject] = [34, 44, 58, 91, 92, 123]

/**
 * Whether text of JSON has more marks of structure (`,` `:` `[` `{`) than so many. Fields with names of their own and empty objects cost a
 * hundred times as much as text of the same length, already when they are read: so it is asked before.
 */
export function hasMoreValues(text: string, most: number): boolean {
  if (text.length <= most) return false
  let marks = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfText(text, at)
    else if (code === comma || code === colon || code === openList || code === openObject) {
      marks += 1
      if (marks > most) return true
    }
  }
  return false
}

/** Where the text that begins here has its last quote. */
export function endOfText(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1
    while (text.charCodeAt(before) === backslash) before -= 1
    if ((at - before) % 2 === 1) return at
  }
  return text.length
}
