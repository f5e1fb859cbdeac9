import type { FileResponse } from '@imperium/contract/kit/endpoint.ts'
import { csvLine } from '../text/csv.ts'

export interface CsvExport<Row, Place> {
  /** The file's name before the day. */
  name: string
  now: Date
  head: readonly string[]
  cells: (row: Row) => readonly (string | number | null | undefined)[]
  /** Rows from a position on, in its own transaction, and the next position; null at the end. */
  read: (after: Place | null) => Promise<{ rows: readonly Row[]; next: Place | null }>
}

/** A list as CSV, read and sent in batches, so that memory use does not depend on its size. */
export function csvExport<Row, Place>({ name, now, head, cells, read }: CsvExport<Row, Place>): FileResponse {
  async function* lines(): AsyncGenerator<string> {
    yield csvLine(head)
    let after: Place | null = null
    do {
      const { rows, next }: { rows: readonly Row[]; next: Place | null } = await read(after)
      if (rows.length > 0) yield rows.map((row) => csvLine(cells(row))).join('')
      after = next
    } while (after !== null)
  }
  return { content: lines(), fileName: `${name}-${now.toISOString().slice(0, 10)}.csv` }
}
