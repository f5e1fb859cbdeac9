/** Text that Markdown shows as it stands; `isLineStart` where a mark would make it a heading or a list. */
export function escapeMarkdown(text: string, isLineStart: boolean): string {
  const escaped = text.replaceAll(/[\\`*_[\]]/g, String.raw`\$&`)
  return isLineStart ? escaped.replace(/^(\s*)([#>+~|-])/, String.raw`$1\$2`) : escaped
}

/** Private characters that stand for escaped ones, so that no pattern takes them for marks. */
const firstPrivate = 0xf700
const hide = (line: string) =>
  line.replaceAll(/\\([!-/:-@[-`{-~])/g, (_, mark: string) => String.fromCodePoint(firstPrivate + (mark.codePointAt(0) ?? 0)))
const unhide = (line: string) =>
  line.replaceAll(/[\uf721-\uf77e]/g, (mark) => String.fromCodePoint((mark.codePointAt(0) ?? firstPrivate) - firstPrivate))

/** A line of Markdown without its marks: links and images by their text. The number of a list is part of what it says. */
export const plainText = (line: string): string =>
  unhide(
    hide(line)
      .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/^\s*(?:[-*+]|>)\s+/g, '')
      .replaceAll(/(\*\*|__|`)/g, '')
      .replaceAll(/^\s*\|?[\s:|-]{4,}\|?\s*$/g, '')
      .trimEnd(),
  )
