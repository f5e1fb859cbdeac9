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
    const heading = isCode ? null : headingOf(line)
    if (!heading) {
      lines.push(isCode ? line : plainText(line))
      continue
    }
    close(heading.level)
    headings = [...headings.filter((each) => each.level < heading.level), heading]
  }
  close(0)
  return passages.length > 0 ? passages : [{ headings: [title], passage: title }]
}

/** Marks at the end of a heading belong to it. In steps, because one expression for all of it looks at a long line again and again. */
function headingOf(line: string): { level: number; text: string } | null {
  const marks = /^#{1,6}(?=\s)/.exec(line)?.[0]
  if (marks === undefined) return null
  let text = line.slice(marks.length).trim()
  let end = text.length
  while (end > 1 && text[end - 1] === '#') end -= 1
  text = text.slice(0, end).trimEnd()
  return text === '' ? null : { level: marks.length, text: plainText(text) }
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

/**
 * In the locale of the embedded database PostgreSQL takes "l’abonnement" with a typographic apostrophe for one word, "Bus/Bahn" for a path,
 * and a word with a soft hyphen for two. Migration 0520 does the same to what was indexed before.
 */
const toWords = (text: string): string =>
  text
    .replaceAll(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replaceAll(/[\u2019\u02bc\u2018]/g, "'")
    .replaceAll(/(?<=\p{L})\/(?=\p{L})/gu, ' ')

/** The text as PostgreSQL indexes it: it takes a Japanese sentence for one word, so words are divided here. */
export function searchTextOf(language: string, text: string): string {
  if (language !== 'ja') return toWords(text)
  return [...new Intl.Segmenter('ja', { granularity: 'word' }).segment(text.normalize('NFKC'))]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment)
    .join(' ')
}
