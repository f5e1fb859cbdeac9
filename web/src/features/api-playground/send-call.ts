import type { PlaygroundMethod } from '@imperium/contract/api-playground.ts'
import { addressOf, enabled, takesBody } from './draft.ts'
import type { Draft } from './draft.ts'

export interface CallResult {
  method: PlaygroundMethod
  /** Path and query as sent. */
  address: string
  /** 0: no response. */
  status: number
  durationMs: number
  sizeBytes: number
  headers: [name: string, value: string][]
  body: string
  /** The body was longer than is shown. */
  isCut: boolean
  /** How an offset was translated into a cursor. */
  skippedRows: number
}

const mostBytes = 1_000_000
const timeoutMs = 30_000
/** A list answers at most so many rows. */
const longestPage = 200

/**
 * Sends the request with a token of the playground and never with the session: no cookie goes with it.
 * @throws TypeError when the server cannot be reached.
 */
export async function sendCall(draft: Draft, token: string, isPaged: boolean): Promise<CallResult> {
  const { draft: sent, skippedRows } = isPaged ? await withCursor(draft, token) : { draft, skippedRows: 0 }
  const address = addressOf(sent)
  const startedAt = performance.now()
  const response = await fetchOnce(sent, address, token)
  const { text, bytes, isCut } = await readBody(response)
  return {
    method: draft.method,
    address,
    status: response.status,
    durationMs: Math.round(performance.now() - startedAt),
    sizeBytes: bytes,
    headers: [...response.headers].toSorted(([a], [b]) => a.localeCompare(b)),
    body: text,
    isCut,
    skippedRows,
  }
}

function fetchOnce({ method, headers, body }: Draft, address: string, token: string): Promise<Response> {
  const sent = new Headers({ authorization: `Bearer ${token}` })
  for (const { key, value } of enabled(headers)) sent.set(key.trim(), value)
  const hasBody = takesBody(method) && body.trim() !== ''
  if (hasBody && !sent.has('content-type')) sent.set('content-type', 'application/json')
  return fetch(address, {
    method,
    headers: sent,
    credentials: 'omit',
    redirect: 'manual',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(timeoutMs),
    ...(hasBody ? { body } : {}),
  })
}

/** Lists are paged by cursor: the page before the offset is read for the cursor after it. */
async function withCursor(draft: Draft, token: string): Promise<{ draft: Draft; skippedRows: number }> {
  const offset = enabled(draft.query).find(({ key }) => key === 'offset')
  if (!offset) return { draft, skippedRows: 0 }
  const query = draft.query.filter(({ key }) => key !== 'offset')
  let left = Number.parseInt(offset.value, 10) || 0
  let cursor: string | null = null
  for (let skip = Math.min(left, longestPage); skip > 0; skip = Math.min(left, longestPage)) {
    const others = query.filter(({ key }) => key !== 'limit' && key !== 'cursor')
    const page: Draft = { ...draft, query: [...others, pair('limit', String(skip)), ...(cursor ? [pair('cursor', cursor)] : [])] }
    const response = await fetchOnce(page, addressOf(page), token)
    if (!response.ok) break
    const { page: after } = (await response.json()) as { page?: { nextCursor: string | null } }
    left -= skip
    cursor = after?.nextCursor ?? null
    if (cursor === null) break
  }
  return {
    draft: { ...draft, query: [...query, ...(cursor ? [pair('cursor', cursor)] : [])] },
    skippedRows: Number.parseInt(offset.value, 10) || 0,
  }
}

const pair = (key: string, value: string) => ({ enabled: true, key, value })

/** Reads at most so much: an event stream has no end. */
async function readBody(response: Response): Promise<{ text: string; bytes: number; isCut: boolean }> {
  const reader = response.body?.getReader()
  if (!reader) return { text: '', bytes: 0, isCut: false }
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      bytes += part.value.byteLength
      text += decoder.decode(part.value, { stream: true })
      if (bytes > mostBytes) {
        await reader.cancel()
        return { text, bytes, isCut: true }
      }
    }
  } catch (error) {
    // The time is up: what came so far is shown.
    if (!(error instanceof DOMException) || bytes === 0) throw error
    return { text, bytes, isCut: true }
  }
  return { text: text + decoder.decode(), bytes, isCut: false }
}
