import { Parser } from 'htmlparser2'
import { lowerDigits, raiseDigits } from '../../../platform/text/raised-digits.ts'
import { listNumber } from '../../../platform/text/list-number.ts'
import { MathLine } from './math-line.ts'
import { escapeMarkdown } from './markdown-text.ts'
import { toGrid } from './table-grid.ts'
import type { GridCell } from './table-grid.ts'
import { textTableLines } from './table-lines.ts'

/** Their text is not the page's own, or is no text; the readings of Japanese words would tear these apart. */
const leftOut = new Set(
  'script style title nav footer noscript template svg iframe input select textarea datalist rt rp annotation annotation-xml'.split(' '),
)
/** Their footer names an author or a condition of theirs; that of the page is the same on all pages. */
const ownFooters = new Set(['article', 'blockquote'])
/** Text that does not hold any more is marked, as Markdown marks it: an old price beside the new one. */
const struck = new Set(['s', 'del', 'strike'])
const blocks = new Set(
  'p div section article aside main header footer ul ol table caption blockquote pre dl figure figcaption details summary form fieldset legend address hr h1 h2 h3 h4 h5 h6'.split(
    ' ',
  ),
)
const lines = new Set(['br', 'tr', 'dt', 'dd', 'li', 'option'])
const isHeading = (name: string) => /^h[1-6]$/.test(name)
const span = (value: string | undefined, most: number) => Math.min(most, Math.max(1, Number.parseInt(value ?? '1', 10) || 1))

interface Table {
  rows: GridCell[][]
  /** Of the open cell. */
  cell: Omit<GridCell, 'text'> | null
  parts: string[]
  /** It only places its content, such as headings and further tables. */
  isLayout: boolean
  inHead: boolean
}

interface List {
  next: number
  step: number
  type: string
  /** Of one that counts down to 1: where its numbers stand, which are known at its end. */
  marks: { parts: string[]; at: number }[] | null
}

class MarkdownWriter {
  readonly #root: string[] = []
  readonly #tables: Table[] = []
  readonly #lists: (List | null)[] = []
  readonly #links: { number: string; from: number; parts: string[] }[] = []
  #hidden = 0
  #forms = 0
  #headings = 0
  #buttons: boolean[] = []
  #pre = 0
  #footed = 0
  readonly #footers: boolean[] = []
  readonly #templates: boolean[] = []
  /** Innermost last: raised or low. */
  readonly #shifted: string[] = []
  readonly #math = new MathLine()

  get #parts(): string[] {
    return this.#tables.at(-1)?.parts ?? this.#root
  }

  #add(text: string): void {
    if (this.#hidden === 0 && text !== '') this.#parts.push(text)
  }

  text(text: string): void {
    if (this.#hidden > 0) return
    if (this.#pre > 0) return void this.#parts.push(this.#tables.length > 0 ? text : text.replaceAll('```', "'''").replaceAll('~~~', "'''"))
    const flat = text.replaceAll(/\s+/g, ' ')
    const last = this.#parts.slice(-2).findLast((part) => part !== ' ') ?? '\n'
    const shift = this.#shifted.at(-1)
    const shown = shift === 'sup' ? raiseDigits(flat) : shift === 'sub' ? lowerDigits(flat, last) : flat
    this.#add(escapeMarkdown(shown, last.endsWith('\n')))
  }

  /** Whether an element's text is left out. Some are part of what is around them, and of a template the page may show the content at once. */
  #isLeftOut(name: string, attributes: Record<string, string>): boolean {
    if (name === 'footer') this.#footers.push(this.#footed > 0)
    if (name === 'template') this.#templates.push(attributes['shadowrootmode'] !== undefined)
    return leftOut.has(name) && !(name === 'footer' && this.#footed > 0) && !(name === 'template' && this.#templates.at(-1))
  }

  #wasLeftOut(name: string): boolean {
    if (name === 'footer') return !this.#footers.pop()
    if (name === 'template') return !this.#templates.pop()
    return leftOut.has(name)
  }

  open(name: string, attributes: Record<string, string>): void {
    if (name === 'button') {
      // Questions that unfold are buttons inside of headings; those of a form are controls.
      const isControl = this.#forms > 0 && this.#headings === 0
      this.#buttons.push(isControl)
      if (isControl) this.#hidden++
    }
    // Items of a task list are ticked or open; in other places a box is a control.
    if (name === 'input' && attributes['type'] === 'checkbox' && this.#lists.length > 0)
      this.#add(attributes['checked'] === undefined ? '☐ ' : '☒ ')
    if (this.#isLeftOut(name, attributes)) this.#hidden++
    if (ownFooters.has(name)) this.#footed++
    if (name === 'sup' || name === 'sub') this.#shifted.push(name)
    if (struck.has(name)) this.#add('~~')
    this.#add(this.#math.open(name))
    if (name === 'form') this.#forms++
    if (isHeading(name) || name === 'summary') this.#headings++
    if (name === 'table') return this.#openTable()
    if (this.#openRow(name, attributes)) return
    if (isHeading(name)) {
      this.#markLayout()
      this.#add(`\n\n${'#'.repeat(Number(name[1]))} `)
    } else if (blocks.has(name)) this.#add('\n\n')
    else if (lines.has(name)) this.#add('\n')
    if (name === 'pre' && this.#pre++ === 0 && this.#tables.length === 0) this.#add('```\n')
    if (name === 'ol' || name === 'ul') this.#openList(name, attributes)
    if (name === 'li') this.#add(this.#listMark(attributes['value']))
    if (name === 'img' && attributes['alt']?.trim()) this.text(` ${attributes['alt']} `)
    if (name === 'a') this.#links.push({ number: contactOf(attributes['href'] ?? ''), from: this.#parts.length, parts: this.#parts })
  }

  close(name: string): void {
    if (name === 'button' && this.#buttons.pop()) this.#hidden--
    if (name === 'form') this.#forms = Math.max(0, this.#forms - 1)
    if (isHeading(name) || name === 'summary') this.#headings = Math.max(0, this.#headings - 1)
    if (ownFooters.has(name)) this.#footed = Math.max(0, this.#footed - 1)
    if (name === 'sup' || name === 'sub') this.#shifted.pop()
    if (struck.has(name)) this.#add('~~')
    this.#add(this.#math.close(name))
    if (this.#wasLeftOut(name)) this.#hidden = Math.max(0, this.#hidden - 1)
    else if (name === 'table') this.#closeTable()
    else if (name === 'td' || name === 'th') this.#closeCell()
    else if (name === 'pre') {
      if (--this.#pre === 0 && this.#tables.length === 0) this.#add('\n```')
      this.#add('\n\n')
    } else if (blocks.has(name)) this.#add('\n\n')
    if (name === 'ol' || name === 'ul') this.#closeList()
    if (name === 'a') this.#closeLink()
  }

  /** A link to a number or an address says it, where its words do not. */
  #closeLink(): void {
    const link = this.#links.pop()
    if (!link?.number || link.parts !== this.#parts) return
    const digits = (text: string) => text.replaceAll(/[^\p{L}\p{N}@]/gu, '').toLowerCase()
    const words = digits(this.#parts.slice(link.from).join(''))
    // "030 123" stands for +49 30 123.
    if (!words.includes(digits(link.number)) && !(/^\+?\d+$/.test(words) && digits(link.number).endsWith(words.replace(/^0+/, ''))))
      this.text(` (${link.number})`)
  }

  #openList(name: string, { start, reversed, type = '1' }: Record<string, string>): void {
    const first = Number.parseInt(start ?? '', 10)
    const marks = reversed !== undefined && Number.isNaN(first) ? [] : null
    this.#lists.push(name === 'ul' ? null : { next: Number.isNaN(first) ? 1 : first, step: reversed === undefined ? 1 : -1, type, marks })
  }

  #closeList(): void {
    const list = this.#lists.pop()
    for (const [at, mark] of (list?.marks ?? []).toReversed().entries()) mark.parts[mark.at] = `${listNumber(at + 1, list?.type ?? '1')}. `
  }

  #listMark(value: string | undefined): string {
    const list = this.#lists.at(-1)
    if (!list) return '- '
    const own = Number.parseInt(value ?? '', 10)
    const number = Number.isNaN(own) ? list.next : own
    list.next = number + list.step
    if (Number.isNaN(own) && this.#hidden === 0) list.marks?.push({ parts: this.#parts, at: this.#parts.length })
    return `${listNumber(number, list.type)}. `
  }

  /** Those around the innermost table hold a table, and are marked already. */
  #markLayout(): void {
    const innermost = this.#tables.at(-1)
    if (innermost) innermost.isLayout = true
  }

  #openTable(): void {
    this.#markLayout()
    this.#tables.push({ rows: [], cell: null, parts: [], isLayout: false, inHead: false })
  }

  #openRow(name: string, attributes: Record<string, string>): boolean {
    const table = this.#tables.at(-1)
    if (!table) {
      if (name === 'td' || name === 'th') this.#add(' ')
      return false
    }
    if (name === 'thead' || name === 'tbody' || name === 'tfoot') table.inHead = name === 'thead'
    if (name === 'tr') table.rows.push([])
    if (name === 'caption') table.parts.push('\n\n')
    if (name !== 'td' && name !== 'th') return name === 'tr'
    this.#closeCell()
    const before = table.parts.join('').trim()
    // What stands between the cells, such as the caption, comes before the table.
    if (before !== '') (this.#tables.at(-2)?.parts ?? this.#root).push(`\n\n${before}\n\n`)
    table.parts.length = 0
    table.cell = {
      columns: span(attributes['colspan'], 100),
      rows: span(attributes['rowspan'], 10_000),
      isHead: name === 'th' || table.inHead,
    }
    return true
  }

  #closeCell(): void {
    const table = this.#tables.at(-1)
    if (!table?.cell) return
    if (table.rows.length === 0) table.rows.push([])
    table.rows.at(-1)?.push({ ...table.cell, text: table.parts.join('').trim() })
    table.parts.length = 0
    table.cell = null
  }

  #closeTable(): void {
    this.#closeCell()
    const table = this.#tables.pop()
    if (!table || this.#hidden > 0) return
    const rest = table.parts.join('').trim()
    const rows = table.rows.filter((row) => row.length > 0)
    const grid = toGrid(rows)
    const written = table.isLayout ? rows.flat().map(({ text }) => text) : textTableLines(grid.rows, grid)
    this.#parts.push('\n\n', [...written, rest].filter(Boolean).join('\n\n'), '\n\n')
  }

  /** Tables and lists that the page does not close end with it. */
  finish(): string {
    this.#hidden = 0
    if (this.#pre > 0 && this.#tables.length === 0) this.#root.push('\n```')
    while (this.#tables.length > 0) this.#closeTable()
    return this.#root.join('')
  }
}

/** The number or address that a link calls or writes to. */
function contactOf(href: string): string {
  const found = /^\s*(?:tel|sms|mailto|callto):([^?;]+)/i.exec(href)?.[1]?.trim() ?? ''
  try {
    return decodeURIComponent(found)
  } catch {
    return found
  }
}

/** The text of HTML with its headings as Markdown, one block a paragraph; in one pass, without a document in memory. */
export function htmlToMarkdown(html: string): string {
  const writer = new MarkdownWriter()
  const parser = new Parser({
    onopentag: (name, attributes) => writer.open(name, attributes),
    ontext: (text) => writer.text(text),
    onclosetag: (name) => writer.close(name),
  })
  parser.end(html)
  return writer
    .finish()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
}
