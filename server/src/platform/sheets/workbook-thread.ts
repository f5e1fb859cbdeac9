// Reads workbooks away from the event loop: anybody's program may have written them.
import { tableLine } from '../text/csv.ts'
import { answerRequests } from '../threads/answer-requests.ts'
import type { WorkbookRequest } from './read-workbook-safely.ts'
import { readOneTable } from './read-workbook.ts'

const linesAtOnce = 1_000

/** Every line with as many cells as the longest one. */
function asTable({ bytes, maxRows, separator }: WorkbookRequest): Uint8Array {
  const rows = readOneTable(bytes, maxRows)
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0)
  const padded = (cells: readonly string[]) => Array.from({ length: width }, (_, at) => cells[at] ?? '')
  const pieces: Buffer[] = []
  for (let from = 0; from < rows.length; from += linesAtOnce) {
    const lines = rows.slice(from, from + linesAtOnce).map((cells) => `${tableLine(padded(cells), separator)}\n`)
    pieces.push(Buffer.from(lines.join('')))
  }
  return Buffer.concat(pieces)
}

answerRequests<WorkbookRequest, Uint8Array>(asTable)
