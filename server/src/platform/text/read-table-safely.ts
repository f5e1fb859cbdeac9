import type { Turn } from '../jobs/turns.ts'
import { createThreadReader } from '../threads/thread-reader.ts'
import type { TableRow } from './recognise-table.ts'

export interface TableRequest {
  bytes: Uint8Array
  mostRows: number
}

const askThread = createThreadReader<TableRequest, TableRow[] | null>(new URL('./table-thread.ts', import.meta.url), { mostMs: 15_000 })

/** As `readTable`, by a thread with limits of time and memory. @throws ReaderFault, ReaderLimitError */
export const readTableSafely = (turn: Turn, bytes: Uint8Array, mostRows: number): Promise<TableRow[] | null> =>
  askThread({ bytes, mostRows }, { turn })
