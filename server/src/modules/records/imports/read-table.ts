import { importLimits } from '@imperium/contract/contacts/contact-imports.ts'
import type { RecordImportSettings } from '@imperium/contract/entities/record-imports.ts'
import { firstBytes, openAsText, readRecords, recogniseEncoding, recogniseHeader, samplesOf } from '../../contact-imports/index.ts'
import type { Open } from '../../contact-imports/index.ts'
import { invalid } from '../../../platform/errors.ts'
import { recogniseSeparator, separatorLine } from '../../../platform/text/recognise-table.ts'

type Layout = Pick<RecordImportSettings, 'separator' | 'encoding' | 'hasHeader'>

export interface TableRow {
  row: number
  cells: string[]
  fault: string | null
  /** Where the next one begins, in bytes of the text. */
  end: number
}

/** Whether nothing of the table stands there: a blank line, or the one by which Excel names the separator. */
export const isBlankRow = ({ row, cells, fault }: TableRow): boolean =>
  fault === null && (cells.every((cell) => cell.trim() === '') || (row === 1 && separatorLine.test(`${cells.join(';')}\n`)))

const judgedRows = 50
const mostTitles = 20
const isText = (cell: string): boolean => cell.trim() === '' || /\p{L}/u.test(cell)
const width = ({ cells }: TableRow): number => new Set(cells.flatMap((cell) => cell.trim() || [])).size

/**
 * The rows of a table from its head on, by the first rows of a file: without blank ones and without lines of a title, which have at most half
 * of the values that rows have and no address, above one of words.
 */
export function tableIn(rows: readonly TableRow[], hasHeader: boolean): TableRow[] {
  const filled = rows.filter((row) => !isBlankRow(row))
  if (!hasHeader) return filled
  const widths = filled.slice(0, judgedRows).map(width)
  const usual = widths.toSorted((a, b) => a - b)[Math.floor(widths.length / 2)] ?? 0
  const head = widths.findIndex((each) => each > usual / 2)
  const isTitled =
    head > 0 &&
    head <= mostTitles &&
    filled[head]?.cells.every(isText) &&
    filled.slice(0, head).every(({ cells, fault }) => fault === null && recogniseHeader([cells]))
  return isTitled ? filled.slice(head) : filled
}

/** The rows of a file from a byte on; `row` counts from `from`. */
export async function* rowsOf(orgId: string, file: Open, layout: Layout, from: { byte: number; row: number }): AsyncGenerator<TableRow> {
  const open = await openAsText(orgId, file, layout)
  let row = from.row
  for await (const { cells, fault, end } of readRecords(open, from.byte, layout)) yield { row: (row += 1), cells, fault, end }
}

/** @throws 422 where two encodings read the file about as well: the dialog offers no choice. */
async function sureEncoding(file: Open, sizeBytes: number): Promise<Layout['encoding']> {
  const { encoding, isSure } = recogniseEncoding(await samplesOf(file, sizeBytes))
  if (isSure) return encoding
  throw invalid([
    { path: 'file', message: 'The characters of this file are in an unknown encoding. Save it as UTF-8 and upload it again.' },
  ])
}

/** How a file is written. @throws 422 for what is no table. */
export async function recogniseLayout(orgId: string, file: Open, sizeBytes: number, given: Partial<Layout>): Promise<Layout> {
  const encoding = given.encoding ?? (await sureEncoding(file, sizeBytes))
  const begin = await firstBytes(await openAsText(orgId, file, { encoding, separator: ',' }), 0)
  const separator = given.separator ?? recogniseSeparator(begin.toString())
  const rows: TableRow[] = []
  for await (const row of rowsOf(orgId, file, { encoding, separator, hasHeader: false }, { byte: 0, row: 0 })) {
    if (!isBlankRow(row)) rows.push(row)
    if (rows.length > importLimits.previewRows) break
  }
  return { encoding, separator, hasHeader: given.hasHeader ?? recogniseHeader(tableIn(rows, true).map(({ cells }) => cells)) }
}
