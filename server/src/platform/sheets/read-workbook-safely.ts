import type { Turn } from '../jobs/turns.ts'
import { createThreadReader } from '../threads/thread-reader.ts'

export interface WorkbookRequest {
  bytes: Uint8Array
  maxRows: number
  separator: string
}

const askThread = createThreadReader<WorkbookRequest, Uint8Array>(new URL('./workbook-thread.ts', import.meta.url), {
  mostMs: 60_000,
  heapMb: 1_024,
  outsideMb: 512,
  requestsPerThread: 1,
})

/**
 * The first visible sheet with rows as a table in UTF-8, amounts without their signs; as text, because a million rows would hold the event loop.
 * @throws ReaderFault 'large' past the rows, 'sheets' for a table on several sheets and 'broken' for what is no workbook, ReaderLimitError
 */
export const workbookAsTable = (turn: Turn, request: WorkbookRequest): Promise<Uint8Array> => askThread(request, { turn })
