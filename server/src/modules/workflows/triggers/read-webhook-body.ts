import type { UploadedFile } from '@imperium/contract/kit/endpoint.ts'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { AppError } from '../../../platform/errors.ts'
import { refuseUnstorable } from '../../../platform/operations/validate.ts'
import { LongNumberError, parseJson } from '../../../platform/text/exact-json.ts'

/** Types that are text without saying so by `text/` or `+xml`. */
const textTypes = new Set(['application/xml', 'application/x-ndjson', 'application/yaml', 'application/javascript', 'application/graphql'])

/**
 * The body for templates: JSON parsed (RFC 6839: every `+json` too), fields of forms by name, files of forms with name and type, text
 * as text, anything else in base64. `header` is the whole Content-Type. @throws 400 for a body that is not what it says, 422.
 */
export async function readWebhookBody(header: string, { contentType, bytes }: UploadedFile): Promise<Json> {
  if (bytes.length === 0) return null
  const buffer = Buffer.from(bytes)
  const body = contentType === 'multipart/form-data' ? await readForm(header, buffer) : readText(contentType, buffer)
  refuseUnstorable(body, 'body')
  return body
}

function readText(contentType: string, buffer: Buffer): Json {
  if (contentType === 'application/json' || contentType.endsWith('+json')) return readJson(buffer.toString('utf8'))
  if (contentType === 'application/x-www-form-urlencoded') return readPairs(buffer.toString('utf8'))
  const isText = contentType.startsWith('text/') || contentType.endsWith('+xml') || textTypes.has(contentType)
  return buffer.toString(isText ? 'utf8' : 'base64')
}

const unreadable = (reason: string, cause?: unknown) => new AppError('BAD_REQUEST', 400, reason, { cause })

function readJson(text: string): Json {
  try {
    return parseJson(text.replace(/^\uFEFF/, '')) as Json
  } catch (error) {
    const isLong = error instanceof LongNumberError
    throw unreadable(isLong ? 'A number of the request body has too many digits.' : 'The request body is not valid JSON.', error)
  }
}

/** Fields as text, files as an object with their content in base64; a repeated name becomes a list. */
async function readForm(header: string, buffer: Buffer<ArrayBuffer>): Promise<Json> {
  const form = await parseForm(header, buffer)
  const fields = new Map<string, Json>()
  for (const [name, value] of form) addField(fields, name, typeof value === 'string' ? value : await fileOf(value))
  return Object.fromEntries(fields)
}

async function parseForm(header: string, buffer: Buffer<ArrayBuffer>) {
  try {
    return await new Response(withCrlf(header, buffer), { headers: { 'content-type': header } }).formData()
  } catch (error) {
    throw unreadable('The request body is not a valid multipart form.', error)
  }
}

/** Some programs end the lines of a form by a line feed alone; RFC 2046 wants both characters, so without any of them they are added. */
function withCrlf(header: string, buffer: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const isBare = /boundary=/i.test(header) && !buffer.includes('\r\n')
  const whole = isBare ? Buffer.from(buffer.toString('latin1').replaceAll('\n', '\r\n'), 'latin1') : buffer
  return whole.subarray(-2).toString('latin1') === '\r\n' ? whole : Buffer.concat([whole, Buffer.from('\r\n')])
}

const fileOf = async (file: File): Promise<Json> => ({
  filename: file.name,
  contentType: file.type,
  size: file.size,
  content: Buffer.from(await file.arrayBuffer()).toString('base64'),
})

function addField(fields: Map<string, Json>, name: string, value: Json): void {
  const before = fields.get(name)
  fields.set(name, before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value])
}

/** Fields of a form or of a query; a repeated field becomes a list. */
export function readPairs(text: string): Record<string, Json> {
  const fields = new Map<string, Json>()
  for (const [name, value] of new URLSearchParams(text)) addField(fields, name, value)
  return Object.fromEntries(fields)
}
