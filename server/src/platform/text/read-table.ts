import { parse } from 'csv-parse/sync'
import type { OtherSheets } from '../sheets/read-workbook.ts'
import { decodeText } from './charset.ts'
import { isWorkbook, readTableCell, recogniseSeparator, separatorLine } from './recognise-table.ts'
import type { TableRow, TableSeparator } from './recognise-table.ts'

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
  const before = begin.split(/\r\n|\n|\r/).length - 1
  // The types of the parser know nothing of `info`.
  return (records as { record: string[]; info: { lines: number } }[])
    .map(({ record, info }) => ({ line: info.lines + before, cells: record.map(readTableCell) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
}

/**
 * Rows of a table that people send: text in any charset and with any usual separator, or the first visible sheet of a workbook
 * that has rows. Null where the charset of the text is not certain. @throws for what is no table, and 'sheets' for one on several sheets.
 */
export async function readTable(bytes: Uint8Array, mostRows: number, otherSheets?: OtherSheets): Promise<TableRow[] | null> {
  if (isWorkbook(bytes)) {
    const { readOneTable } = await import('../sheets/read-workbook.ts')
    return readOneTable(bytes, mostRows, otherSheets)
      .map((cells, at) => ({ line: at + 1, cells: cells.map(readTableCell) }))
      .filter(({ cells }) => cells.some((cell) => cell !== ''))
  }
  const read = decodeText(bytes)
  return read && readSeparated(read.text, mostRows)
}
