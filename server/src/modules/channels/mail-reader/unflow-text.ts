/** Lines of the same quote depth that end with a space are one paragraph (RFC 3676); lines of different depths are never joined. */
export function unflowText(text: string, joinsWithoutSpace: boolean): string {
  const paragraphs: { depth: number; text: string; isOpen: boolean }[] = []
  for (const line of text.split(/\r?\n/)) {
    const depth = /^>*/.exec(line)?.[0].length ?? 0
    const content = line.slice(depth).replace(/^ /, '')
    const isSignature = content === '-- '
    const isOpen = content.endsWith(' ') && !isSignature
    const last = paragraphs.at(-1)
    const body = isOpen && joinsWithoutSpace ? content.slice(0, -1) : content
    if (last?.isOpen && last.depth === depth && !isSignature) {
      last.text += body
      last.isOpen = isOpen
    } else paragraphs.push({ depth, text: body, isOpen })
  }
  return paragraphs.map(({ depth, text: body }) => (depth > 0 ? `${'>'.repeat(depth)} ${body}`.trimEnd() : body)).join('\n')
}
