import { parse as parseCsv } from 'csv-parse/sync'
import type { DocumentFormat } from '@imperium/contract/knowledge.ts'
import { documentLimits } from '@imperium/contract/knowledge.ts'
import { decodeText } from '../../../platform/text/charset.ts'
import type { CharsetHints } from '../../../platform/text/charset.ts'
import { inPieces, splitPassages } from '../split-passages.ts'
import type { Passage } from '../split-passages.ts'
import { assertSmallZip } from './assert-small-zip.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import type { ParseRequest } from './parse-document.ts'

const mostPages = 3_000
/** Of a sheet. */
const mostRows = 200_000

/** Thrown with the key of a sentence for people. */
const fault = (key: 'empty' | 'password' | 'broken' | 'large' | 'charset'): Error => new Error(key)

/** @throws the fault of a file whose letters nobody can tell. */
function decode(bytes: Uint8Array, hints?: CharsetHints): string {
  const read = decodeText(bytes, hints)
  if (!read) throw fault('charset')
  return read.text
}

/** Rows as "column: value" lines, so that a passage says what its values are. */
function rowPassages(headings: string[], [columns = [], ...rows]: readonly string[][]): Passage[] {
  const lines = rows.map((row) =>
    row
      .map((value, index) => (value.trim() === '' ? '' : `${columns[index]?.trim() || index + 1}: ${value.trim().replaceAll(/\s+/g, ' ')}`))
      .filter(Boolean)
      .join('; '),
  )
  return inPieces(lines.join('\n\n')).map((passage) => ({ headings, passage }))
}

function csvPassages(name: string, text: string): Passage[] {
  const firstLine = text.slice(0, text.indexOf('\n') >>> 0)
  const delimiter = [',', ';', '\t'].toSorted((a, b) => firstLine.split(b).length - firstLine.split(a).length)[0] ?? ','
  const options = { delimiter, bom: true, relaxColumnCount: true, relaxQuotes: true, skipEmptyLines: true }
  return rowPassages([name], parseCsv(text, options))
}

/** The visible sheets of a workbook, each below its name; the first row with a value names the columns. */
async function xlsxPassages(name: string, bytes: Uint8Array): Promise<Passage[]> {
  assertSmallZip(Buffer.from(bytes))
  const { readXlsx } = await import('hucre/xlsx')
  const { sheets } = await readXlsx(bytes, { maxRows: mostRows + 1, sheets: ({ hidden, veryHidden }) => !hidden && !veryHidden })
  return sheets.flatMap(({ name: sheet, rows }) => {
    if (rows.length > mostRows) throw fault('large')
    const texts = rows.map((row) =>
      row.map((value) => (value instanceof Date ? value.toISOString().replace(/T00:00:00\.000Z$/, '') : String(value ?? ''))),
    )
    return rowPassages(
      [name, sheet],
      texts.filter((row) => row.some((text) => text.trim() !== '')),
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
  assertSmallZip(buffer)
  const convertImage = mammoth.images.imgElement(async () => ({ src: '' }))
  const { value } = await mammoth.convertToHtml({ buffer }, { convertImage })
  return splitPassages(name, htmlToMarkdown(value))
}

const parsers: Record<DocumentFormat, (name: string, bytes: Uint8Array, hints: CharsetHints) => Passage[] | Promise<Passage[]>> = {
  markdown: (name, bytes, hints) => splitPassages(name, decode(bytes, hints)),
  text: (name, bytes, hints) => splitPassages(name, decode(bytes, hints)),
  html: (name, bytes, hints) => splitPassages(name, htmlToMarkdown(decode(bytes, { ...hints, isMarkup: true }))),
  csv: (name, bytes, hints) => csvPassages(name, decode(bytes, hints)),
  pdf: pdfPassages,
  docx: docxPassages,
  xlsx: xlsxPassages,
}

const readable = (text: string): string => text.replaceAll('\u0000', ' ').toWellFormed()

/** The passages of a file in its order. @throws an error whose message is the key of a fault. */
export async function parseFile({ name, format, bytes, contentType }: ParseRequest): Promise<Passage[]> {
  const title = name.replace(/\.[a-z]+$/i, '')
  const passages = (await parsers[format](title, bytes, { contentType })).filter(({ passage }) => /[\p{L}\p{N}]/u.test(passage))
  // `splitPassages` answers the title alone for a text without words.
  if (passages.length === 0 || (passages.length === 1 && passages[0]?.passage === title)) throw fault('empty')
  if (passages.length > documentLimits.passages) throw fault('large')
  return passages.map(({ headings, passage }) => ({ headings: headings.map(readable), passage: readable(passage) }))
}
