import { parse } from 'csv-parse/sync'
import { readCsvCell } from './csv.ts'
import { decodeText } from './charset.ts'

export interface TableRow {
  /** Of the file, from 1. */
  line: number
  cells: string[]
}

const tableSeparators = [',', ';', '\t', '|'] as const
type TableSeparator = (typeof tableSeparators)[number]

/** What Excel writes before a table to say how it is separated. */
export const separatorLine = /^\ufeff?"?sep=(.)"?[ \t]*(?:\r\n|\n|\r)/i

/** The separator that a file names in its first line, or null. */
function namedSeparator(text: string): TableSeparator | null {
  const named = separatorLine.exec(text)?.[1]
  return tableSeparators.find((each) => each === named) ?? null
}

/** The one that divides the first lines most evenly; what stands in quotes divides nothing, and lines of a title count little. */
export function recogniseSeparator(text: string): TableSeparator {
  const named = namedSeparator(text)
  if (named) return named
  const lines = text
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
  const sample = (lines.length > 1 ? lines.slice(0, -1) : lines).slice(0, 30)
  let best: { separator: TableSeparator; score: number } = { separator: ',', score: 0 }
  for (const separator of tableSeparators) {
    const counts = sample.map((line) => line.split(separator).length - 1)
    const sizes = new Map<number, number>()
    for (const count of counts) if (count > 0) sizes.set(count, (sizes.get(count) ?? 0) + 1)
    const [usual = 0, often = 0] = [...sizes].toSorted(([a, x], [b, y]) => y - x || b - a)[0] ?? []
    const score = usual === 0 ? 0 : (often / Math.max(1, counts.length)) * 10 + Math.min(usual, 9) / 10 + ((counts[0] ?? 0) > 0 ? 1 : 0)
    if (score > best.score) best = { separator, score }
  }
  return best.separator
}

/** The text that a cell stands for: without our apostrophe, and without the formula by which Excel keeps text as text: ="0123". */
export const readTableCell = (text: string): string => {
  const bare = readCsvCell(text.trim())
  const formula = /^="((?:[^"]|"")*)"$/.exec(bare)?.[1]
  return formula === undefined ? bare : formula.replaceAll('""', '"').trim()
}

/** Records as the parser knows them. Quotes may be padded with spaces, `a , "b, c"`, unless a tab divides cells. */
function recordsOf(text: string, separator: TableSeparator, mostRows: number): unknown {
  const options = {
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    info: true,
    to: mostRows,
  }
  try {
    return parse(text, { ...options, trim: separator !== '\t' })
  } catch (error) {
    // A value that only begins with a quoted word: "Cy" Miller.
    if (error instanceof Error && 'code' in error && error.code === 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE') return parse(text, options)
    throw error
  }
}

/** Rows of separated text, the blank ones left out. @throws for quotes that are not closed. */
export function readSeparated(text: string, mostRows: number): TableRow[] {
  const separator = recogniseSeparator(text)
  const begin = separatorLine.exec(text)?.[0] ?? ''
  const records = recordsOf(text.slice(begin.length), separator, mostRows)
  const before = begin === '' ? 0 : 1
  // The types of the parser know nothing of `info`.
  return (records as { record: string[]; info: { lines: number } }[])
    .map(({ record, info }) => ({ line: info.lines + before, cells: record.map(readTableCell) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
}

/** Whether bytes begin as a workbook does. */
export const isWorkbook = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04

/**
 * Rows of a table that people send: text in any charset and with any usual separator, or the first visible sheet of a workbook.
 * Null where the charset of the text is not certain. @throws for what is no table.
 */
export async function readTable(bytes: Uint8Array, mostRows: number): Promise<TableRow[] | null> {
  if (isWorkbook(bytes)) {
    const { readWorkbook } = await import('../sheets/read-workbook.ts')
    const [sheet] = readWorkbook(bytes, { maxRows: mostRows, amounts: 'plain' })
    return (sheet?.rows ?? [])
      .map((cells, at) => ({ line: at + 1, cells: cells.map(readTableCell) }))
      .filter(({ cells }) => cells.some((cell) => cell !== ''))
  }
  const read = decodeText(bytes)
  return read && readSeparated(read.text, mostRows)
}
