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

/** Links and pictures as their texts, in one pass: each mark is looked for only behind the last one. */
function linkTexts(line: string): string {
  let [done, from] = ['', 0]
  for (let middle = line.indexOf(']('); middle >= 0; middle = line.indexOf('](', from)) {
    const before = line.slice(from, middle)
    const open = before.lastIndexOf('[')
    const close = line.indexOf(')', middle)
    if (close < 0) break
    // Without a beginning it is text.
    done += open < 0 ? line.slice(from, middle + 2) : before.slice(0, open).replace(/!$/, '') + before.slice(open + 1)
    from = open < 0 ? middle + 2 : close + 1
  }
  return done + line.slice(from)
}

/** A line of Markdown without its marks: links and images by their text. The number of a list is part of what it says. */
export const plainText = (line: string): string =>
  unhide(
    // Twice: a link may have a picture as its text.
    linkTexts(linkTexts(hide(line)))
      .replaceAll(/^\s*(?:[-*+]|>)\s+/g, '')
      .replaceAll(/(\*\*|__|`)/g, '')
      .replace(/^[\s:|-]{4,}$/, '')
      .trimEnd(),
  )
