import { createThreadReader } from '../threads/thread-reader.ts'
import type { ReadStatement } from './read-statement.ts'

/** As `readStatement`, by a thread with limits of time and memory. @throws ReaderFault, ReaderLimitError */
export const readStatementSafely = createThreadReader<string, ReadStatement>(new URL('./statement-thread.ts', import.meta.url), {
  mostMs: 10_000,
})
