import { parse as parseCsv } from 'csv-parse/sync'
import type { DocumentFormat } from '@imperium/contract/knowledge.ts'
import { documentLimits } from '@imperium/contract/knowledge.ts'
import { inPieces, splitPassages } from '../split-passages.ts'
import type { Passage } from '../split-passages.ts'
import { readZip } from '../../../platform/sheets/read-zip.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { tableLines } from './table-lines.ts'
import type { ParseRequest } from './parse-document.ts'

const mostPages = 3_000
/** Of a sheet. */
const mostRows = 200_000

/** Thrown with the key of a sentence for people. */
const fault = (key: 'empty' | 'password' | 'broken' | 'large'): Error => new Error(key)

/** UTF-8, UTF-16 with its mark, else the Latin alphabet of older programs. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
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
  const firstLine = text.slice(0, text.indexOf('\n') >>> 0)
  const delimiter = [',', ';', '\t'].toSorted((a, b) => firstLine.split(b).length - firstLine.split(a).length)[0] ?? ','
  const options = { delimiter, bom: true, relaxColumnCount: true, relaxQuotes: true, skipEmptyLines: true }
  return rowPassages([name], parseCsv(text, options))
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

async function pdfPassages(name: string, bytes: Uint8Array): Promise<Passage[]> {
  const { extractText, getDocumentProxy } = await import('unpdf')
  try {
    const pdf = await getDocumentProxy(bytes)
    if (pdf.numPages > mostPages) throw fault('large')
    const { text } = await extractText(pdf, { mergePages: false })
    return text.flatMap((page, index) => inPieces(page).map((passage) => ({ headings: [name, `p. ${index + 1}`], passage })))
  } catch (error) {
    if (error instanceof Error && error.message === 'large') throw error
    throw fault(error instanceof Error && error.name === 'PasswordException' ? 'password' : 'broken')
  }
}

async function docxPassages(name: string, bytes: Uint8Array): Promise<Passage[]> {
  const { default: mammoth } = await import('mammoth')
  const buffer = Buffer.from(bytes)
  readZip(buffer)
  const convertImage = mammoth.images.imgElement(async () => ({ src: '' }))
  const { value } = await mammoth.convertToHtml({ buffer }, { convertImage })
  return splitPassages(name, htmlToMarkdown(value))
}

const parsers: Record<DocumentFormat, (name: string, bytes: Uint8Array) => Passage[] | Promise<Passage[]>> = {
  markdown: (name, bytes) => splitPassages(name, decode(bytes)),
  text: (name, bytes) => splitPassages(name, decode(bytes)),
  html: (name, bytes) => splitPassages(name, htmlToMarkdown(decode(bytes))),
  csv: (name, bytes) => csvPassages(name, decode(bytes)),
  pdf: pdfPassages,
  docx: docxPassages,
  xlsx: xlsxPassages,
}

const readable = (text: string): string => text.replaceAll('\u0000', ' ').toWellFormed()

/** The passages of a file in its order. @throws an error whose message is the key of a fault. */
export async function parseFile({ name, format, bytes }: ParseRequest): Promise<Passage[]> {
  const title = name.replace(/\.[a-z]+$/i, '')
  const passages = (await parsers[format](title, bytes)).filter(({ passage }) => /[\p{L}\p{N}]/u.test(passage))
  // `splitPassages` answers the title alone for a text without words.
  if (passages.length === 0 || (passages.length === 1 && passages[0]?.passage === title)) throw fault('empty')
  if (passages.length > documentLimits.passages) throw fault('large')
  return passages.map(({ headings, passage }) => ({ headings: headings.map(readable), passage: readable(passage) }))
}
