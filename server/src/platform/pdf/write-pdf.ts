import type { Turn } from '../jobs/turns.ts'
import { createThreadReader, ReaderFault, ReaderLimitError } from '../threads/thread-reader.ts'
import type { PdfDocument } from './pdf-document.ts'

const draw = createThreadReader<PdfDocument, Uint8Array>(new URL('./pdf-thread.ts', import.meta.url), {
  mostMs: 20_000,
  heapMb: 256,
  outsideMb: 192,
  // Of one organization, and as many of the readers of its public pages.
  mostWaiting: 50,
})

/**
 * The bytes of a PDF, drawn by one thread with limits of time and memory, which ends when nothing was drawn for a while. Organizations
 * take turns; readers of public pages come last.
 */
export async function writePdf(turn: Turn, document: PdfDocument): Promise<Uint8Array> {
  try {
    return await draw(document, { turn })
  } catch (cause) {
    if (!(cause instanceof ReaderFault || cause instanceof ReaderLimitError)) throw cause
    throw new Error(`A document could not be drawn: ${cause.message}`, { cause })
  }
}
