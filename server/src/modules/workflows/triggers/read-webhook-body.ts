import type { UploadedFile } from '@imperium/contract/kit/endpoint.ts'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { refuseUnstorable } from '../../../platform/operations/validate.ts'

/** The body for templates: JSON parsed, form fields by name, text as text, anything else in base64. @throws 400, 422. */
export function readWebhookBody({ contentType, bytes }: UploadedFile): Json {
  if (bytes.length === 0) return null
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (contentType === 'application/octet-stream') return buffer.toString('base64')
  const body = readText(contentType, buffer.toString('utf8'))
  refuseUnstorable(body, 'body')
  return body
}

function readText(contentType: string, text: string): Json {
  if (contentType === 'application/json') return JSON.parse(text) as Json
  if (contentType.endsWith('+json')) return parseOrText(text)
  return contentType === 'application/x-www-form-urlencoded' ? readPairs(text) : text
}

// Only `application/json` was parsed before; for other types invalid JSON is text.
function parseOrText(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

/** Fields of a form or of a query; a repeated field becomes a list. */
export function readPairs(text: string): Record<string, Json> {
  const fields = new Map<string, Json>()
  for (const [name, value] of new URLSearchParams(text)) {
    const before = fields.get(name)
    fields.set(name, before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value])
  }
  return Object.fromEntries(fields)
}
