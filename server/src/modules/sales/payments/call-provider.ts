import type { z } from 'zod'
import type { HttpOut } from '../../../platform/http-out/http-out.ts'

const timeoutMs = 10_000
const mostBytes = 256 * 1024

interface ProviderCall {
  url: string
  authorization: string
  /** A POST with this body; else a GET. */
  body?: { type: string; text: string; idempotencyKey?: string }
}

/** One call of a provider's API, answered by JSON of this shape. @throws with the status, never with what was sent. */
export async function callProvider<S extends z.ZodType>(
  httpOut: Pick<HttpOut, 'fetch'>,
  name: string,
  schema: S,
  { url, authorization, body }: ProviderCall,
): Promise<z.output<S>> {
  const response = await httpOut.fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization,
      ...(body ? { 'content-type': body.type } : {}),
      ...(body?.idempotencyKey ? { 'idempotency-key': body.idempotencyKey } : {}),
    },
    ...(body ? { body: body.text } : {}),
    timeoutMs,
    maxBytes: mostBytes,
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${name} answered ${response.status}`)
  return schema.parse(JSON.parse(text))
}

export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return null
  }
}
