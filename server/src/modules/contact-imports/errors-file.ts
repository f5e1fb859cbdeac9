import type { ImportSettings, ImportTarget } from '@imperium/contract/contacts/contact-imports.ts'
import { readCsvCell } from '../../platform/text/csv.ts'
import type { FieldError } from '../../platform/errors.ts'
import type { LeasedImport, RowError } from './import-store.ts'

/** Characters of a row that are kept. */
export const longestLine = 2_000

/** Without a character that no text of the database can hold. */
export const storable = (line: string): string => line.replaceAll('\u0000', '\ufffd')

export const reasonOf = (errors: readonly FieldError[]): string =>
  errors.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ')

export interface ErrorsFile {
  head: string[]
  record: (error: RowError) => (string | number)[]
}

/** Columns of the file under their own names, and behind them which row it was and what was wrong with it. */
export async function errorsFile(held: Pick<LeasedImport, 'settings' | 'head'>): Promise<ErrorsFile> {
  const split = await splitter(held.settings?.separator ?? ',')
  const columns = held.settings?.columns ?? []
  const names = await columnNames(held)
  const width = Math.max(names.length, columns.length)
  const filled = (cells: readonly string[]) => Array.from({ length: width }, (_, at) => cells[at] ?? '')
  return {
    head: [...filled(names), 'Row', 'Error'],
    record: ({ row, reason, line }) => {
      const cells = split(line)
      // What stands in more cells than there are columns is not lost: behind the reason.
      return [...filled(cells), row, reason, ...cells.slice(width)]
    },
  }
}

/** What the columns are called in the file; without a head, what they were read as. */
export async function columnNames({ settings, head }: Pick<LeasedImport, 'settings' | 'head'>): Promise<string[]> {
  return head === null ? (settings?.columns ?? []).map(nameOf) : (await splitter(settings?.separator ?? ','))(head)
}

/** By which the next import recognises the column. */
const nameOf = (target: ImportTarget): string => {
  if (target === 'ignore') return ''
  return target.startsWith('custom:') ? target.slice('custom:'.length) : target
}

/** A line's values; where its quotes do not close, the line as it is. */
export async function splitter(separator: ImportSettings['separator']): Promise<(line: string) => string[]> {
  const { parse } = await import('csv-parse/sync')
  return (line) => {
    try {
      const [record = []] = parse(line, { delimiter: separator, bom: true, relax_quotes: true, relax_column_count: true })
      return record.map(readCsvCell)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'CSV_QUOTE_NOT_CLOSED') return [line]
      throw error
    }
  }
}
