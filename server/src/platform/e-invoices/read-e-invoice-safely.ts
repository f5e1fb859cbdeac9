import { createThreadReader } from '../threads/thread-reader.ts'
import type { ReadEInvoice } from './read-e-invoice.ts'

/** As `readEInvoice`, by a thread with limits of time and memory. @throws ReaderFault, ReaderLimitError */
export const readEInvoiceSafely = createThreadReader<string, ReadEInvoice>(new URL('./e-invoice-thread.ts', import.meta.url), {
  mostMs: 10_000,
})
