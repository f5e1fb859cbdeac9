// Draws documents away from the event loop: what takes long or eats memory costs this thread and not the process.
import { parentPort } from 'node:worker_threads'
import { drawPdf } from './draw-pdf.ts'
import type { PdfDocument } from './pdf-document.ts'

export interface PdfRequest {
  id: number
  document: PdfDocument
}
export type PdfReply = { id: number; bytes: Uint8Array } | { id: number; error: string }

const send = (reply: PdfReply) => parentPort?.postMessage(reply)

parentPort?.on('message', ({ id, document }: PdfRequest) => {
  // Also for what `drawPdf` throws before it has a promise.
  Promise.resolve()
    .then(() => drawPdf(document))
    .then((bytes) => send({ id, bytes }))
    .catch((error: unknown) => send({ id, error: error instanceof Error ? error.message : String(error) }))
})
