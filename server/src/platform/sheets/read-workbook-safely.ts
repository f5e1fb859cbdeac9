import { createThreadReader } from '../threads/thread-reader.ts'

export interface WorkbookRequest {
  bytes: Uint8Array
  maxRows: number
}

const askThread = createThreadReader<WorkbookRequest, string[][]>(new URL('./workbook-thread.ts', import.meta.url), {
  mostMs: 60_000,
  heapMb: 1_024,
  outsideMb: 512,
  requestsPerThread: 1,
})

/**
 * The rows of the first visible sheet, amounts without their signs, by a thread with limits of time and memory.
 * @throws ReaderFault 'large' past the rows and 'broken' for what is no workbook, ReaderLimitError
 */
export const readWorkbookSafely = (bytes: Uint8Array, maxRows: number): Promise<string[][]> => askThread({ bytes, maxRows })
