import { readRelations, walkXml } from '../../../platform/sheets/office-parts.ts'
import type { Attributes } from '../../../platform/sheets/office-parts.ts'
import { raiseDigits } from '../../../platform/text/raised-digits.ts'
import { readZip } from '../../../platform/sheets/read-zip.ts'
import type { ZipEntries } from '../../../platform/sheets/read-zip.ts'
import { DocxFields } from './docx-fields.ts'
import { DocxTable } from './docx-table.ts'
import { DocxFormula } from './docx-formula.ts'
import { Numbering } from './docx-numbering.ts'
import { isOn, plain, readStyles } from './docx-styles.ts'
import type { Style } from './docx-styles.ts'
import { symbolOf, textInFont } from './docx-symbols.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { escapeMarkdown } from './markdown-text.ts'

interface Paragraph {
  text: string
  style: Style
  level: number | null
  numId: string | null
  listLevel: number | null
  /** What stands in text boxes of it comes after it. */
  after: string[]
}

/** Text that is not the document's own, or not any more; the readings of Japanese words would tear these apart. */
const leftOut = new Set(['del', 'moveFrom', 'rt', 'instrText', 'delText', 'delInstrText', 'binData', 'comment'])

interface Parts {
  styles: (id: string | undefined) => Style
  numbering: Numbering
  /** The texts of footnotes (`f2`) and endnotes (`e2`) that stand below the page. */
  notes: Map<string, string>
  chunk: (relation: string) => string
}

/** Walks one part of a document: its body, a header, the footnotes. */
class DocxWalk {
  readonly blocks: string[][] = [[]]
  readonly headers: string[] = []
  readonly #parts: Parts
  readonly #paragraphs: Paragraph[] = []
  readonly #tables: DocxTable[] = []
  readonly #boxes: { isChecked: boolean | null; isPlaceholder: boolean; hides: boolean }[] = []
  /** Of alternatives: where the first one began, to see whether it says anything. */
  readonly #choices: { from: number; skips: boolean }[] = []
  readonly #fields = new DocxFields()
  readonly #formula = new DocxFormula()
  #hidden = 0
  #inRunProperties = 0
  #inRun = 0
  #runIsHidden = false
  #runIsRaised = false
  #runIsStruck = false
  #runFont = ''
  #inText = false
  #written = 0
  #shownNotes: string[] = []
  #noteCount = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  read(bytes: Buffer | undefined): this {
    walkXml(bytes, {
      open: (name, attributes) => this.#open(name, attributes),
      text: (text) => {
        if (this.#fields.takesText) this.#fields.text(text)
        else if (this.#inText) this.#add(this.#inRun > 0 ? textInFont(text, this.#runFont) : text)
      },
      close: (name) => this.#close(name),
    })
    return this
  }

  get markdown(): string {
    return (this.blocks[0] ?? []).join('\n\n')
  }

  #add(text: string): void {
    const paragraph = this.#paragraphs.at(-1)
    if (!paragraph || this.#hidden > 0 || (this.#inRun > 0 && this.#runIsHidden) || this.#fields.hidesResult) return
    this.#written += text.trim().length
    if (this.#formula.isOpen) paragraph.text += text
    else {
      const shown = escapeMarkdown(this.#inRun > 0 && this.#runIsRaised ? raiseDigits(text) : text, paragraph.text.trim() === '')
      // Marked as Markdown does: an old price beside the new one.
      paragraph.text += this.#inRun > 0 && this.#runIsStruck && text.trim() !== '' ? `~~${shown}~~` : shown
    }
  }

  #emit(block: string): void {
    if (block.trim() !== '') this.blocks.at(-1)?.push(block)
  }

  #open(name: string, attributes: Attributes): void {
    if (leftOut.has(name)) this.#hidden++
    if (this.#openBlock(name, attributes) || this.#openProperty(name, attributes) || this.#openForm(name, attributes)) return
    const paragraph = this.#paragraphs.at(-1)
    if (this.#formula.open(name, attributes, paragraph)) return
    switch (name) {
      case 't':
        this.#inText = true
        return
      case 'tab':
        return this.#inRun > 0 ? this.#add(' ') : undefined
      case 'br':
      case 'cr':
        return this.#add('\n')
      case 'noBreakHyphen':
        return this.#add('-')
      case 'sym':
        return this.#add(symbolOf(attributes))
      case 'docPr':
        return attributes['descr']?.trim() ? this.#add(` ${attributes['descr'].trim()} `) : undefined
      case 'footnoteReference':
      case 'endnoteReference':
        return this.#refer(`${name[0]}${attributes['id'] ?? ''}`)
      case 'altChunk':
        return this.#emit(this.#parts.chunk(attributes['id'] ?? ''))
      default:
    }
  }

  #openBlock(name: string, attributes: Attributes): boolean {
    if (name === 'p') this.#paragraphs.push({ text: '', style: plain, level: null, numId: null, listLevel: null, after: [] })
    else if (name === 'r') {
      this.#inRun++
      this.#runIsHidden = this.#paragraphs.at(-1)?.style.isHidden ?? false
      this.#runIsRaised = false
      this.#runIsStruck = false
      this.#runFont = ''
    } else if (name === 'txbxContent') this.blocks.push([])
    else if (name === 'tbl') {
      this.#markLayout()
      this.#tables.push(new DocxTable())
    } else if (name === 'tc') this.blocks.push([])
    else if (name === 'Choice') this.#choices.push({ from: this.#written, skips: false })
    else if (name === 'Fallback') {
      const first = this.#choices.at(-1)
      if (!first || this.#written === first.from) return true
      first.skips = true
      this.#hidden++
    } else if (name === 'headerReference' || name === 'footerReference') this.headers.push(`${name[0]} ${attributes['id'] ?? ''}`)
    else return this.#tables.at(-1)?.open(name, attributes) ?? false
    return true
  }

  #openProperty(name: string, attributes: Attributes): boolean {
    const paragraph = this.#paragraphs.at(-1)
    const value = attributes['val']
    if (name === 'rPr') this.#inRunProperties++
    else if (name === 'vanish') {
      // In the properties of a paragraph it hides the mark at its end only.
      if (this.#inRun > 0 && this.#inRunProperties > 0) this.#runIsHidden = isOn(value)
    } else if (name === 'vertAlign') {
      if (this.#inRun > 0 && this.#inRunProperties > 0) this.#runIsRaised = value === 'superscript'
    } else if (name === 'strike' || name === 'dstrike') {
      if (this.#inRun > 0 && this.#inRunProperties > 0) this.#runIsStruck = isOn(value)
    } else if (name === 'rFonts') {
      if (this.#inRun > 0 && this.#inRunProperties > 0) this.#runFont = attributes['ascii'] ?? attributes['hAnsi'] ?? ''
    } else if (name === 'rStyle') {
      if (this.#inRun > 0 && this.#parts.styles(value).isHidden) this.#runIsHidden = true
    } else if (!paragraph) return false
    else if (name === 'pStyle') paragraph.style = this.#parts.styles(value)
    else if (name === 'outlineLvl') paragraph.level = Number(value) < 9 ? Math.min(6, Number(value) + 1) : 0
    else if (name === 'numId') paragraph.numId = value ?? null
    else if (name === 'ilvl') paragraph.listLevel = Number(value) || 0
    else return false
    return true
  }

  #openForm(name: string, attributes: Attributes): boolean {
    const box = this.#boxes.at(-1)
    if (name === 'sdt') this.#boxes.push({ isChecked: null, isPlaceholder: false, hides: false })
    else if (name === 'checkbox' && box) box.isChecked = false
    else if (name === 'checked' && box?.isChecked !== null && box && !this.#fields.isOpen) box.isChecked = isOn(attributes['val'])
    else if (name === 'showingPlcHdr' && box) box.isPlaceholder = isOn(attributes['val'])
    else if (name === 'sdtContent' && box) {
      if (box.isChecked !== null) this.#add(box.isChecked ? '☒' : '☐')
      box.hides = box.isChecked !== null || box.isPlaceholder
      if (box.hides) this.#hidden++
    } else {
      const text = this.#fields.open(name, attributes)
      if (text === null) return false
      this.#add(text)
    }
    return true
  }

  #close(name: string): void {
    if (leftOut.has(name)) this.#hidden--
    if (name === 't') this.#inText = false
    else if (name === 'rPr') this.#inRunProperties--
    else if (name === 'r') {
      this.#inRun--
      this.#runIsHidden = false
    } else if (name === 'p') this.#closeParagraph()
    else if (name === 'txbxContent') {
      const blocks = this.blocks.pop() ?? []
      const outer = this.#paragraphs.at(-1)
      if (outer) outer.after.push(...blocks)
      else for (const block of blocks) this.#emit(block)
    } else if (name === 'tc') this.#tables.at(-1)?.closeCell((this.blocks.pop() ?? []).join('\n\n'))
    else if (name === 'tbl') this.#closeTable()
    else if (name === 'sdtContent' && this.#boxes.at(-1)?.hides) this.#hidden--
    else if (name === 'sdt') this.#boxes.pop()
    else if (name === 'Fallback' && this.#choices.at(-1)?.skips) this.#hidden--
    if (name === 'AlternateContent') this.#choices.pop()
    this.#fields.close(name)
    const paragraph = this.#paragraphs.at(-1)
    if (paragraph) this.#formula.close(name, paragraph)
  }

  /** Those around the innermost table hold a table, and are marked already. */
  #markLayout(): void {
    const innermost = this.#tables.at(-1)
    if (innermost) innermost.isLayout = true
  }

  #closeParagraph(): void {
    const paragraph = this.#paragraphs.pop()
    if (!paragraph || this.#hidden > 0) return
    const { style, text, after } = paragraph
    const level = paragraph.level ?? style.level ?? 0
    const numId = paragraph.numId ?? style.numId
    // An empty paragraph of a list shows no number and counts none.
    const number = numId && numId !== '0' && text.trim() ? this.#parts.numbering.next(numId, paragraph.listLevel ?? style.listLevel) : ''
    if (level > 0 && text.trim()) {
      this.#markLayout()
      this.#emit(`${'#'.repeat(level)} ${number.replace(/^- /, '')}${text.replaceAll(/\s+/g, ' ').trim()}`)
    } else if (text.trim()) this.#emit(`${number}${text.trim()}`)
    for (const block of after) this.#emit(block)
    if (this.#tables.length === 0 && this.#paragraphs.length === 0) this.#flushNotes()
  }

  #closeTable(): void {
    const table = this.#tables.pop()
    if (table && this.#hidden === 0) for (const line of table.lines()) this.#emit(line)
    if (this.#tables.length === 0) this.#flushNotes()
  }

  /** A note stands below the paragraph or table that refers to it. */
  #refer(key: string): void {
    const note = this.#parts.notes.get(key)
    if (!note || this.#hidden > 0) return
    this.#noteCount++
    this.#add(` [${this.#noteCount}]`)
    this.#shownNotes.push(`[${this.#noteCount}] ${note}`.replaceAll(/^\[(\d+)\]/g, String.raw`\[$1\]`))
  }

  #flushNotes(): void {
    for (const note of this.#shownNotes) this.#emit(note)
    this.#shownNotes = []
  }
}

/** The notes of a part, each by its kind and number. */
function readNotes(bytes: Buffer | undefined, kind: 'footnote' | 'endnote', parts: Parts): void {
  if (!bytes) return
  const xml = bytes.toString('utf8')
  const pattern = new RegExp(`<(\\w+:)?${kind}\\s[^>]*?\\bid="(-?\\d+)"[^>]*>`, 'g')
  for (const found of xml.matchAll(pattern)) {
    const end = xml.indexOf(`</${found[1] ?? ''}${kind}>`, found.index)
    if (end < 0) continue
    const note = new DocxWalk(parts).read(Buffer.from(`<x>${xml.slice(found.index + found[0].length, end)}</x>`)).markdown
    if (note.trim()) parts.notes.set(`${kind[0]}${found[2]}`, note.replaceAll(/\s+/g, ' ').trim())
  }
}

/** The text of a Word document with its headings as Markdown: body, text boxes, notes, headers and footers. @throws 'broken'. */
export function docxToMarkdown(bytes: Uint8Array): string {
  const zip: ZipEntries = readZip(Buffer.from(bytes))
  const main = [...readRelations(zip, '').values()].find(({ type }) => type === 'officeDocument')?.target ?? 'word/document.xml'
  const body = zip(main)
  if (!body) throw new Error('broken')
  const relations = readRelations(zip, main)
  const part = (type: string) => zip([...relations.values()].find((each) => each.type === type)?.target ?? '')
  const parts: Parts = {
    styles: readStyles(part('styles')),
    numbering: new Numbering(part('numbering')),
    notes: new Map(),
    chunk: (id) => {
      const target = relations.get(id)?.target ?? ''
      return /\.html?$/i.test(target) ? htmlToMarkdown(zip(target)?.toString('utf8') ?? '') : ''
    },
  }
  readNotes(part('footnotes'), 'footnote', parts)
  readNotes(part('endnotes'), 'endnote', parts)
  const walk = new DocxWalk(parts).read(body)
  const around = { h: new Set<string>(), f: new Set<string>() }
  for (const reference of walk.headers) {
    const { target = '' } = relations.get(reference.slice(2)) ?? {}
    const text = new DocxWalk(parts).read(zip(target)).markdown
    // A heading in a header would stand above all that follows.
    if (/[\p{L}\p{N}]/u.test(text)) around[reference.startsWith('h') ? 'h' : 'f'].add(text.replaceAll(/^#+ /gm, ''))
  }
  return [...around.h, walk.markdown, ...[...around.f].filter((text) => !around.h.has(text))].join('\n\n')
}
