import { Parser } from 'htmlparser2'
import { listNumber } from '../../../platform/text/list-number.ts'
import { raiseDigits } from '../../../platform/text/raised-digits.ts'

/** Elements whose content is no text of the email. */
const silent = new Set(['title', 'style', 'script', 'template', 'xml'])
const paragraphs = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'dl', 'pre', 'table', 'blockquote'])
const blocks = new Set([
  'div',
  'address',
  'article',
  'aside',
  'section',
  'header',
  'footer',
  'main',
  'nav',
  'form',
  'fieldset',
  'figure',
  'figcaption',
  'center',
  'li',
  'dt',
  'dd',
  'tr',
  'caption',
  'thead',
  'tbody',
  'tfoot',
  'body',
  'html',
  'option',
  'details',
  'summary',
  'td',
  'th',
])
/** Elements with a text of their own, which their end writes into the text around them. */
type FrameKind = 'root' | 'table' | 'row' | 'cell' | 'quote' | 'item'
const framed: Record<string, FrameKind> = { table: 'table', tr: 'row', td: 'cell', th: 'cell', blockquote: 'quote', li: 'item' }
/** Text that does not hold any more is marked as knowledge marks it: an old price beside the new one. */
const struck = new Set(['s', 'del', 'strike'])
const maxFrames = 100
/** Of the values in a row, from which its cells are pages of their own. */
const mostRowText = 1_000
const mostRepeated = 200
export const mostHtml = 4_000_000

interface Frame {
  kind: FrameKind
  name: string
  text: string
  cells: string[]
  /** Of a cell: over how many rows it goes. */
  span: number
  /** Of a table: how many columns its last row of values has, and what goes on in its next rows, by column. */
  columns: number
  spanned: { text: string; left: number }[]
  /** Of an item of a list: its bullet or number. */
  marker: string
  /** How many line breaks stand before the next text, and whether a space does. */
  breaks: number
  space: boolean
  /** Of the text; asking the text itself would copy all of it for each word. */
  endsLine: boolean
}

const newFrame = (kind: FrameKind, name: string, marker = ''): Frame => ({
  kind,
  name,
  text: '',
  cells: [],
  span: 1,
  columns: 0,
  spanned: [],
  marker,
  breaks: 0,
  space: false,
  endsLine: false,
})

interface OpenLink {
  href: string
  frame: Frame
  /** Its words so far, or the first of them: asking the frame's text would copy all of it for each link. */
  words: string
}
const mostLinkWords = 4_000

class TextWriter {
  #frames: Frame[] = [newFrame('root', '')]
  #silent = 0
  #pre = 0
  /** Of each open element: whether its style keeps the ends of lines, as programs write what a person typed. */
  readonly #keepsLines: boolean[] = []
  #lists: ({ next: number; type: string } | null)[] = []
  #links: OpenLink[] = []
  #raised = 0
  /** Of each open struck element: whether its mark is written. */
  readonly #struck: boolean[] = []

  get #top(): Frame {
    return this.#frames.at(-1) as Frame
  }

  #break(count: number): void {
    this.#top.breaks = Math.max(this.#top.breaks, count)
  }

  #write(text: string): void {
    const frame = this.#top
    const between = frame.breaks > 0 ? '\n'.repeat(frame.breaks) : frame.space && !frame.endsLine ? ' ' : ''
    const piece = frame.text === '' ? text : between + text
    frame.text += piece
    if (piece !== '') frame.endsLine = piece.endsWith('\n')
    this.#addToLink(frame, piece)
    frame.breaks = 0
    frame.space = false
  }

  #addToLink(frame: Frame, words: string): void {
    const link = this.#links.at(-1)
    if (link?.frame === frame && link.words.length < mostLinkWords) link.words += words
  }

  addText(text: string): void {
    if (this.#silent > 0) return
    if (this.#pre > 0) return this.#write(text.replaceAll('\r\n', '\n'))
    if (!this.#keepsLines.at(-1)) return this.#addWords(text)
    for (const [at, line] of text.split(/\r\n|\n|\r/).entries()) {
      if (at > 0) this.#lineBreak()
      this.#addWords(line)
    }
  }

  #addWords(text: string): void {
    const words = (this.#raised > 0 ? raiseDigits(text) : text).replaceAll(/[ \t\r\n\f]+/g, ' ')
    if (words.startsWith(' ')) this.#top.space = true
    const body = words.trim() === '' && !words.includes('\u00a0') ? '' : words.replace(/^ /, '').replace(/ $/, '')
    if (body !== '') this.#write(`${this.#beginStruck()}${body.replaceAll('\u00a0', ' ')}`)
    if (words.endsWith(' ') && body !== '') this.#top.space = true
  }

  openTag(name: string, attributes: Record<string, string>): void {
    const whiteSpace = /(?:^|[;\s])white-space\s*:\s*([a-z-]+)/i.exec(attributes['style'] ?? '')?.[1]
    this.#keepsLines.push(whiteSpace ? /^(?:pre|break)/i.test(whiteSpace) : (this.#keepsLines.at(-1) ?? false))
    if (silent.has(name)) this.#silent += 1
    if (this.#silent > 0) return
    if (name === 'br') this.#lineBreak()
    else if (name === 'hr') this.#rule()
    else if (name === 'img' || name === 'area') this.#image(attributes)
    else if (name === 'input' && /^(?:checkbox|radio)$/i.test(attributes['type'] ?? ''))
      this.addText(attributes['checked'] === undefined ? ' ☐ ' : ' ☒ ')
    else if (name === 'input' && attributes['value'] && !/^(hidden|password)$/i.test(attributes['type'] ?? ''))
      this.addText(` ${attributes['value']} `)
    if (name === 'a' && /^(https?|mailto|tel):/i.test(attributes['href'] ?? ''))
      this.#links.push({ href: attributes['href'] ?? '', frame: this.#top, words: '' })
    if (name === 'ol') this.#lists.push({ next: Number.parseInt(attributes['start'] ?? '1', 10) || 1, type: attributes['type'] ?? '1' })
    if (name === 'ul') this.#lists.push(null)
    if (name === 'sup') this.#raised += 1
    if (struck.has(name)) this.#struck.push(false)
    if (paragraphs.has(name) || blocks.has(name)) this.#break(paragraphs.has(name) && name !== 'table' ? 2 : 1)
    if (name === 'pre' || name === 'textarea') this.#pre += 1
    const kind = framed[name]
    if (kind && this.#frames.length < maxFrames) this.#openFrame(kind, name, attributes)
  }

  #openFrame(kind: FrameKind, name: string, attributes: Record<string, string>): void {
    if (kind === 'cell' && this.#top.kind === 'row') this.#repeatSpanned(this.#frames.at(-2), this.#top.cells)
    const frame = newFrame(kind, name, kind === 'item' ? this.#marker(attributes['value']) : '')
    frame.span = Number.parseInt(attributes['rowspan'] ?? '1', 10) || 1
    this.#frames.push(frame)
  }

  #marker(value: string | undefined): string {
    const list = this.#lists.at(-1)
    if (!list) return '- '
    const own = Number.parseInt(value ?? '', 10)
    const number = Number.isNaN(own) ? list.next : own
    list.next = number + 1
    return `${listNumber(number, list.type)}. `
  }

  /** Values of the rows above that go on in this one stand in it too. */
  #repeatSpanned(table: Frame | undefined, cells: string[]): void {
    if (table?.kind !== 'table') return
    for (let above = table.spanned[cells.length]; above && above.left > 0; above = table.spanned[cells.length]) {
      above.left -= 1
      cells.push(above.text)
    }
  }

  #closeCell({ span }: Frame, row: Frame, text: string): void {
    const table = this.#frames.at(-2)
    if (span > 1 && table?.kind === 'table' && !text.includes('\n') && text.length <= mostRepeated)
      table.spanned[row.cells.length] = { text, left: span - 1 }
    row.cells.push(text)
  }

  /** The mark stands before the first word: without any, there is none. */
  #beginStruck(): string {
    if (this.#struck.length === 0 || this.#struck.includes(true)) return ''
    this.#struck[0] = true
    return '~~'
  }

  /** Spaces and breaks before the end of the element come behind its mark. */
  #endStruck(): void {
    if (!this.#struck.pop()) return
    const { space, breaks } = this.#top
    Object.assign(this.#top, { space: false, breaks: 0 })
    this.#write('~~')
    Object.assign(this.#top, { space, breaks })
  }

  #lineBreak(): void {
    const frame = this.#top
    frame.breaks = Math.min(frame.breaks + 1, 3)
  }

  #rule(): void {
    this.#break(1)
    this.#write('---')
    this.#break(1)
  }

  #image({ alt = '' }: Record<string, string>): void {
    const words = alt.trim()
    // Names of files are no words; programs set them by themselves.
    if (words !== '' && !/^[\w .()-]+\.(png|jpe?g|gif|svg|webp|bmp)$/i.test(words)) this.addText(` [${words}] `)
  }

  closeTag(name: string): void {
    this.#keepsLines.pop()
    if (silent.has(name)) {
      this.#silent = Math.max(0, this.#silent - 1)
      return
    }
    if (this.#silent > 0) return
    if (name === 'pre' || name === 'textarea') this.#pre = Math.max(0, this.#pre - 1)
    if (name === 'a') this.#closeLink()
    if (struck.has(name)) this.#endStruck()
    if (name === 'sup') this.#raised = Math.max(0, this.#raised - 1)
    if (name === 'ol' || name === 'ul') this.#lists.pop()
    if (framed[name] && this.#frames.length > 1 && this.#top.name === name) this.#closeFrame()
    if (paragraphs.has(name) || blocks.has(name)) this.#break(paragraphs.has(name) && name !== 'table' ? 2 : 1)
  }

  /** Writes where a link leads, unless its words say it. */
  #closeLink(): void {
    const link = this.#links.pop()
    if (!link || link.frame !== this.#top) return
    const shown = link.words
    // A link inside another is part of its words.
    this.#addToLink(link.frame, shown)
    const plain = (address: string) =>
      address
        .replace(/^(mailto:|tel:|https?:\/\/)/i, '')
        .replace(/\/$/, '')
        .trim()
        .toLowerCase()
    if (shown.trim() !== '' && plain(shown) !== plain(link.href))
      this.#write(`${link.frame.space ? '' : ' '}[${link.href.slice(0, 2_000)}]`)
  }

  #closeFrame(): void {
    const frame = this.#frames.pop() as Frame
    const parent = this.#top
    const text = frame.text.replace(/^\n+|\s+$/g, '')
    if (frame.kind === 'cell') {
      if (parent.kind === 'row') this.#closeCell(frame, parent, text)
      else if (text !== '') this.#block(text)
    } else if (frame.kind === 'row') {
      this.#repeatSpanned(parent, frame.cells)
      this.#closeRow(frame, text)
    } else if (frame.kind === 'quote') {
      if (text !== '') this.#block(text.replaceAll(/^(>?)/gm, (_all, mark: string) => (mark ? '>>' : '> ')).replaceAll(/^> $/gm, '>'), 2)
    } else if (frame.kind === 'item') this.#block(`${frame.marker}${text.replaceAll('\n', '\n  ')}`)
    else if (text !== '') this.#block(text)
  }

  /**
   * A row of values is one line. Where a cell has lines of its own, each cell begins a line (a layout), unless the row above was one of as many
   * values: then it goes on with them, so that each stands in its column.
   */
  #closeRow({ cells }: Frame, loose: string): void {
    const all = loose === '' ? cells : [...cells, loose]
    const filled = all.filter((cell) => cell !== '')
    if (filled.length === 0) return
    const table = this.#top
    const hasLines = all.some((cell) => cell.includes('\n'))
    const size = all.reduce((sum, { length }) => sum + length, 0)
    // A value alone has its column as well; a long text alone is a part of a layout.
    const goesOn = table.columns === all.length && size <= (filled.length === 1 ? mostRepeated : mostRowText)
    const isLayout = (filled.length === 1 || hasLines) && !goesOn
    table.columns = isLayout ? table.columns : all.length
    this.#block(
      isLayout
        ? filled.join('\n')
        : all
            .map((cell) => cell.replaceAll(/\s*\n\s*/g, ' '))
            .join(' | ')
            .trimEnd(),
    )
  }

  #block(text: string, breaks = 1): void {
    this.#break(breaks)
    this.#write(text)
    this.#break(breaks)
  }

  finish(): string {
    while (this.#frames.length > 1) this.#closeFrame()
    return this.#top.text
      .replaceAll(/[ \t]+$/gm, '')
      .replaceAll(/\n{4,}/g, '\n\n\n')
      .trim()
  }
}

/**
 * The text of an email's HTML. Cells and rows of tables stay apart, quotations carry `>`, links and pictures their address and words.
 * What stands beyond 4 million characters is left to the attached file.
 */
export function htmlToText(html: string): string {
  const writer = new TextWriter()
  const parser = new Parser(
    {
      onopentag: (name, attributes) => writer.openTag(name, attributes),
      ontext: (text) => writer.addText(text),
      onclosetag: (name) => writer.closeTag(name),
    },
    { decodeEntities: true },
  )
  parser.end(html.slice(0, mostHtml))
  return writer.finish()
}
