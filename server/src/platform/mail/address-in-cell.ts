/** Where a text begins and ends without such characters; a pattern over a run of a million of them needs more stack than there is. */
function within(text: string, leading: RegExp, trailing: RegExp): string {
  let [from, to] = [0, text.length]
  while (from < to && leading.test(text.charAt(from))) from += 1
  while (to > from && trailing.test(text.charAt(to - 1))) to -= 1
  return text.slice(from, to)
}

/**
 * The address that people and programs write into a cell, as they copy it: `Ada <ada@example.com>`, `mailto:ada@example.com`, in quotes,
 * with the point that ended its sentence. What else is wrong with it stays for who reads the address.
 */
export function addressInCell(text: string): string {
  const trimmed = text.trim()
  const named = trimmed.endsWith('>') ? /<([^<>]*)>$/.exec(trimmed)?.[1] : undefined
  return within((named ?? trimmed).trim().replace(/^mailto:/i, ''), /["'\s]/, /["'\s.,;]/)
}
