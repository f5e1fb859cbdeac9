import type { DocumentFormat } from '@imperium/contract/knowledge.ts'
import { documentLimits } from '@imperium/contract/knowledge.ts'
import { decodeText } from '../../../platform/text/charset.ts'
import type { CharsetHints } from '../../../platform/text/charset.ts'
import { readSeparated } from '../../../platform/text/read-table.ts'
import { recogniseLanguage } from '../../../platform/text/recognise-language.ts'
import type { RecognisedLanguage } from '../../../platform/text/recognise-language.ts'
import { inPieces, splitPassages } from '../split-passages.ts'
import type { Passage } from '../split-passages.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { tableLines } from './table-lines.ts'

export interface ParseRequest {
  name: string
  format: DocumentFormat
  bytes: Uint8Array
  /** The header that came with the bytes. */
  contentType?: string
}

/** Of a sheet. */
const mostRows = 200_000

/** Thrown with the key of a sentence for people. */
const fault = (key: 'empty' | 'letters' | 'large' | 'charset'): Error => new Error(key)

/** @throws the fault of a file with letters that cannot be told. */
function decode(bytes: Uint8Array, hints?: CharsetHints): string {
  const read = decodeText(bytes, hints)
  if (!read) throw fault('charset')
  return read.text
}

/** Rows of a title above the headings: one text alone, where the first row of several has words only. */
function titleRows(rows: readonly string[][]): number {
  const filled = (row: readonly string[]) => [...new Set(row.map((cell) => cell.trim()).filter(Boolean))]
  const first = rows.findIndex((row) => filled(row).length > 1)
  return first > 0 && filled(rows[first] ?? []).every((cell) => /\p{L}/u.test(cell)) ? first : 0
}

/** Rows as "column: value" lines below their title; `headRows` after the title name the columns. */
function rowPassages(headings: string[], rows: readonly string[][], headRows = 1): Passage[] {
  const titles = titleRows(rows)
  const title = rows.slice(0, titles).map((row) => row.find((cell) => cell.trim() !== '') ?? '')
  return inPieces([...title, ...tableLines(rows.slice(titles), { count: headRows })].join('\n\n')).map((passage) => ({ headings, passage }))
}

function csvPassages(name: string, text: string): Passage[] {
  const rows = readSeparated(text, mostRows + 1)
  if (rows.length > mostRows) throw fault('large')
  return rowPassages(
    [name],
    rows.map(({ cells }) => cells),
  )
}

/** The visible sheets of a workbook, each below its name; the first rows with values name the columns. */
async function xlsxPassages(name: string, bytes: Uint8Array): Promise<Passage[]> {
  const { readWorkbook } = await import('../../../platform/sheets/read-workbook.ts')
  return readWorkbook(bytes, { maxRows: mostRows }).flatMap(({ name: sheet, rows, merges }) => {
    const filled = rows.map((cells, at) => ({ cells, at })).filter(({ cells }) => cells.some((text) => text.trim() !== ''))
    const head = filled[titleRows(filled.map(({ cells }) => cells))]?.at ?? 0
    // A heading over several columns has further names below it.
    const lowest = merges
      .filter(({ top }) => top === head)
      .map(({ left, right, bottom }) => Math.max(bottom, right > left ? head + 1 : head))
    const headRows = Math.min(3, Math.max(head, ...lowest) - head + 1)
    return rowPassages(
      [name, sheet],
      filled.map(({ cells }) => cells),
      headRows,
    )
  })
}

async function pdfPassages(name: string, bytes: Uint8Array): Promise<ParsedFile> {
  const { readPdf } = await import('./pdf-pages.ts')
  const { pages, unreadable } = await readPdf(bytes)
  if (unreadable.length > 0 && pages.every((page) => page.trim() === '')) throw fault('letters')
  const passages = pages.flatMap((page, index) => inPieces(page).map((passage) => ({ headings: [name, `p. ${index + 1}`], passage })))
  return { passages, unreadablePages: unreadable }
}

async function docxPassages(name: string, bytes: Uint8Array): Promise<Passage[]> {
  const { docxToMarkdown } = await import('./docx-to-markdown.ts')
  return splitPassages(name, docxToMarkdown(bytes))
}

type Parsed = Passage[] | ParsedFile
const parsers: Record<DocumentFormat, (name: string, bytes: Uint8Array, hints: CharsetHints) => Parsed | Promise<Parsed>> = {
  markdown: (name, bytes, hints) => splitPassages(name, decode(bytes, hints)),
  text: (name, bytes, hints) => splitPassages(name, decode(bytes, hints)),
  html: (name, bytes, hints) => splitPassages(name, htmlToMarkdown(decode(bytes, { ...hints, isMarkup: true }))),
  csv: (name, bytes, hints) => csvPassages(name, decode(bytes, hints)),
  pdf: pdfPassages,
  docx: docxPassages,
  xlsx: xlsxPassages,
}

/** Composed letters; neither control characters nor those that only part words. */
const readable = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, ' ')
    .replaceAll(/[\u00ad\ufeff]/g, '')
    .toWellFormed()

interface ParsedFile {
  /** In their order. */
  passages: Passage[]
  /** Pages whose letters could not be read, from 1. */
  unreadablePages: number[]
}

export interface ReadFile extends ParsedFile {
  language: RecognisedLanguage | null
}

/** The passages of a file. @throws an error whose message is the key of a fault. */
export async function parseFile({ name, format, bytes, contentType }: ParseRequest): Promise<ReadFile> {
  const title = name.replace(/\.[a-z]+$/i, '')
  const parsed = await parsers[format](title, bytes, { contentType })
  const { passages: all, unreadablePages } = Array.isArray(parsed) ? { passages: parsed, unreadablePages: [] } : parsed
  const passages = all.filter(({ passage }) => /[\p{L}\p{N}]/u.test(passage))
  // `splitPassages` answers the title alone for a text without words.
  if (passages.length === 0 || (passages.length === 1 && passages[0]?.passage === title)) throw fault('empty')
  if (passages.length > documentLimits.passages) throw fault('large')
  return {
    passages: passages.map(({ headings, passage }) => ({ headings: headings.map(readable), passage: readable(passage) })),
    unreadablePages,
    language: recogniseLanguage(passages.map(({ passage }) => passage).join('\n')),
  }
}
