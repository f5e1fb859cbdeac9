import { isUtf8 } from 'node:buffer'
import type { UploadedFile } from '@imperium/contract/kit/endpoint.ts'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { decodeText } from '../../../platform/text/charset.ts'
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
  const body = contentType === 'multipart/form-data' ? await readForm(header, buffer) : readText(header, contentType, buffer)
  refuseUnstorable(body, 'body')
  return body
}

const charsetOf = (header: string): string | undefined => /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(header)?.[1]

/**
 * In the charset that the caller declares, else UTF-8, else the one that markup names itself, else what the bytes look like. @throws 400 where
 * that is not certain.
 */
function decode(charset: string | undefined, buffer: Buffer, isMarkup = false): string {
  if (charset === undefined && isUtf8(buffer)) return buffer.toString('utf8')
  const read = decodeText(buffer, { contentType: charset, isMarkup })
  if (!read) throw unreadable('The characters of the request body are in an unknown encoding. Name its charset in the Content-Type.')
  return read.text
}

function readText(header: string, contentType: string, buffer: Buffer): Json {
  const charset = charsetOf(header)
  if (contentType === 'application/json' || contentType.endsWith('+json')) return readJson(decode(charset, buffer))
  if (contentType === 'application/x-www-form-urlencoded') return readFormPairs(charset, buffer)
  const isText = contentType.startsWith('text/') || contentType.endsWith('+xml') || textTypes.has(contentType)
  return isText ? decode(charset, buffer, /html|xml/.test(contentType)) : buffer.toString('base64')
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

/**
 * Fields as text, files as an object with their content in base64; a repeated name becomes a list. The platform reads the text of forms as
 * UTF-8, whatever it is: in any other form each byte is made a letter first, and read here.
 */
async function readForm(header: string, buffer: Buffer<ArrayBuffer>): Promise<Json> {
  const isPlain = isUtf8(buffer)
  const form = await parseForm(header, isPlain ? buffer : Buffer.from(buffer.toString('latin1')))
  const bytes = (text: string) => Buffer.from(text, isPlain ? 'utf8' : 'latin1')
  const named = form.get('_charset_')
  const textOf = (text: string) => decode(typeof named === 'string' && named !== '' ? named : undefined, bytes(text))
  const fields = new Map<string, Json>()
  for (const [name, value] of form) {
    if (typeof value === 'string') addField(fields, textOf(name), textOf(value))
    else {
      const content = Buffer.from(await value.arrayBuffer())
      addField(fields, textOf(name), fileOf(value, textOf(value.name), isPlain ? content : Buffer.from(content.toString(), 'latin1')))
    }
  }
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

const fileOf = ({ type }: File, filename: string, content: Buffer): Json => ({
  filename,
  contentType: type,
  size: content.length,
  content: content.toString('base64'),
})

/** The list is this form's own: values are texts and files. */
function addField(fields: Map<string, Json>, name: string, value: Json): void {
  const before = fields.get(name)
  if (Array.isArray(before)) before.push(value)
  else fields.set(name, before === undefined ? value : [before, value])
}

/** The bytes that a name or value of a form stands for. */
const bytesOf = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll('+', ' ').replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  )

/** Fields of a form, in the charset that the header or the form itself (`_charset_`, HTML standard) names. */
function readFormPairs(declared: string | undefined, buffer: Buffer): Record<string, Json> {
  const pairs = buffer
    .toString('latin1')
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.includes('=') ? pair.indexOf('=') : pair.length
      return [bytesOf(pair.slice(0, at)), bytesOf(pair.slice(at + 1))] as const
    })
  const named = pairs.find(([name]) => name.toString('latin1') === '_charset_')?.[1].toString('latin1')
  const charset = declared ?? (named || undefined)
  const fields = new Map<string, Json>()
  for (const [name, value] of pairs) addField(fields, decode(charset, name), decode(charset, value))
  return Object.fromEntries(fields)
}

/** Fields of a query; a repeated field becomes a list. */
export function readPairs(text: string): Record<string, Json> {
  const fields = new Map<string, Json>()
  for (const [name, value] of new URLSearchParams(text)) addField(fields, name, value)
  return Object.fromEntries(fields)
}
