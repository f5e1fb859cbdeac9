import { plainText } from './documents/markdown-text.ts'

export interface Passage {
  /** The headings above it, from the outside in. */
  headings: string[]
  /** Plain words, at most about `longest` characters. */
  passage: string
}

const longest = 1_200

/** A Markdown text in passages: by headings first, then by paragraphs. Markup that only shows is left out. */
export function splitPassages(title: string, markdown: string): Passage[] {
  const passages: Passage[] = []
  let headings: { level: number; text: string }[] = []
  let lines: string[] = []
  let isCode = false
  const close = (next: number) => {
    const above = [title, ...headings.map(({ text }) => text)]
    const pieces = inPieces(lines.join('\n'))
    lines = []
    for (const passage of pieces) passages.push({ headings: above, passage })
    // A heading with nothing below it is text of its own.
    const last = headings.at(-1)
    if (pieces.length === 0 && last && next <= last.level) passages.push({ headings: above.slice(0, -1), passage: last.text })
  }
  for (const line of markdown.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) {
      isCode = !isCode
      continue
    }
    const heading = isCode ? null : /^(#{1,6})\s+(.+?)\s*#*$/.exec(line)
    if (!heading) {
      lines.push(isCode ? line : plainText(line))
      continue
    }
    const level = heading[1]?.length ?? 1
    close(level)
    headings = [...headings.filter((each) => each.level < level), { level, text: plainText(heading[2] ?? '') }]
  }
  close(0)
  return passages.length > 0 ? passages : [{ headings: [title], passage: title }]
}

/** Paragraphs joined up to the longest passage; a longer paragraph is cut between words. */
export function inPieces(text: string): string[] {
  const pieces: string[] = []
  for (const paragraph of text.split(/\n\s*\n/).flatMap((each) => cut(each.trim()))) {
    if (paragraph === '') continue
    const last = pieces.at(-1)
    if (last !== undefined && last.length + paragraph.length + 2 <= longest) pieces[pieces.length - 1] = `${last}\n\n${paragraph}`
    else pieces.push(paragraph)
  }
  return pieces
}

function cut(paragraph: string): string[] {
  const parts: string[] = []
  let rest = paragraph
  while (rest.length > longest) {
    const space = rest.lastIndexOf(' ', longest)
    const at = space > longest / 2 ? space : longest
    parts.push(rest.slice(0, at).trim())
    rest = rest.slice(at).trim()
  }
  return [...parts, rest]
}

/** The text as PostgreSQL indexes it: it takes a Japanese sentence for one word, so words are divided here. */
export function searchTextOf(language: string, text: string): string {
  if (language !== 'ja') return text
  return [...new Intl.Segmenter('ja', { granularity: 'word' }).segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment)
    .join(' ')
}
