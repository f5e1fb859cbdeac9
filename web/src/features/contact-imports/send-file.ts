import { contactImports } from '@imperium/contract/contacts/contact-imports.ts'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'

const pieceBytes = 1024 * 1024
const pieceTimeoutMs = 60_000
const waitMs = { first: 1_000, most: 15_000 } as const

export interface SendOptions {
  signal: AbortSignal
  onProgress: (sentBytes: number) => void
  /** The connection is lost, and it is being tried again; or it is back. */
  onWaiting: (waiting: boolean) => void
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), reject(signal.reason as Error)), { once: true })
  })

const mayPass = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.kind === 'network' || error.status >= 500 || error.status === 429)

/** Uploads a file from the byte that the server has; resumes after every disconnect. @throws ApiError for a refusal. */
export async function sendFile(id: string, file: File, fromByte: number, { signal, onProgress, onWaiting }: SendOptions): Promise<void> {
  let offset = fromByte
  let wait: number = waitMs.first
  while (offset < file.size) {
    try {
      const body = file.slice(offset, offset + pieceBytes, 'application/octet-stream')
      const { receivedBytes } = await call(
        contactImports.upload,
        { params: { id }, query: { offset }, body },
        { signal, timeoutMs: pieceTimeoutMs },
      )
      offset = receivedBytes
      wait = waitMs.first
      onWaiting(false)
      onProgress(offset)
    } catch (error) {
      if (!mayPass(error)) throw error
      onWaiting(true)
      await pause(error.retryAfterSeconds ? error.retryAfterSeconds * 1_000 : wait, signal)
      wait = Math.min(wait * 2, waitMs.most)
    }
  }
}
