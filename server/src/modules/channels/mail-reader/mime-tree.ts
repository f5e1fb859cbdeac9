import { decodeWords, readHeaderValue, readMimeFields, unbase64, unquotePrintable } from './mime-values.ts'
import type { HeaderValue } from './mime-values.ts'

export interface MimePart {
  type: string
  params: Map<string, string>
  disposition: string
  filename: string | null
  contentId: string | null
  fields: Map<string, string>
  /** Of a multipart; empty otherwise. */
  parts: MimePart[]
  /** Of a multipart: what stands before its first and after its last part. Programs put a notice there, some people their words. */
  around: { before: Buffer; after: Buffer }
  /** The decoded bytes of a part without parts. */
  content: Buffer
}

const maxHeaderBytes = 256 * 1024
const maxDepth = 40
const maxParts = 1_000

interface Budget {
  parts: number
}

/** Splits headers from body at the first empty line. Of more headers than any program writes, the first ones count. */
function splitHead(bytes: Buffer): { head: string; body: Buffer } {
  const start = /^\r?\n/.exec(bytes.subarray(0, 2).toString('latin1'))
  if (start) return { head: '', body: bytes.subarray(start[0].length) }
  const ends = ['\n\n', '\n\r\n'].map((mark) => ({ at: bytes.indexOf(mark), length: mark.length })).filter(({ at }) => at >= 0)
  const end = ends.reduce<{ at: number; length: number } | null>((best, each) => (best === null || each.at < best.at ? each : best), null)
  const head = bytes.subarray(0, Math.min(end?.at ?? bytes.length, maxHeaderBytes)).toString('latin1')
  // Bytes that are no email have no headers: they are its text.
  if (!end && !/^[\w-]{1,80}[ \t]*:/.test(head)) return { head: '', body: bytes }
  return { head, body: end ? bytes.subarray(end.at + end.length) : Buffer.alloc(0) }
}

/** The parts between the lines of a boundary; null if no line has it. A missing last line ends the last part with the input. */
function splitParts(body: Buffer, boundary: string): { pieces: Buffer[]; around: MimePart['around'] } | null {
  const mark = Buffer.from(`--${boundary}`, 'latin1')
  const parts: Buffer[] = []
  const around: MimePart['around'] = { before: Buffer.alloc(0), after: Buffer.alloc(0) }
  let start = -1
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + mark.length)) {
    const after = /^(--)?[ \t]*(\r?\n|$)/.exec(body.subarray(at + mark.length, at + mark.length + 200).toString('latin1'))
    if ((at > 0 && body[at - 1] !== 0x0a) || !after) continue
    if (start < 0) around.before = body.subarray(0, at)
    else parts.push(body.subarray(start, Math.max(start, at - (body[at - 2] === 0x0d ? 2 : 1))))
    start = at + mark.length + after[0].length
    if (after[1]) return { pieces: parts, around: { ...around, after: body.subarray(start) } }
  }
  if (start < 0) return null
  return { pieces: [...parts, body.subarray(start)], around }
}

function decodeContent(body: Buffer, encoding: string): Buffer {
  if (encoding === 'base64') return unbase64(body.toString('latin1'))
  if (encoding === 'quoted-printable') return unquotePrintable(body.toString('latin1'))
  return body
}

function filenameOf(disposition: HeaderValue, type: HeaderValue): string | null {
  const name = disposition.params.get('filename') ?? type.params.get('name')
  if (name === undefined) return null
  // Parameters hold one character per byte unless RFC 2231 decoded them.
  return /^[\u0000-\u00ff]*$/.test(name) ? decodeWords(name) : name
}

function readPart(bytes: Buffer, depth: number, usual: string, budget: Budget): MimePart {
  budget.parts += 1
  const { head, body } = splitHead(bytes)
  const fields = readMimeFields(head)
  const type = readHeaderValue(fields.get('content-type') ?? usual)
  const disposition = readHeaderValue(fields.get('content-disposition') ?? '')
  const encoding = (fields.get('content-transfer-encoding') ?? '')
    .replace(/[;(].*$/s, '')
    .trim()
    .toLowerCase()
  const part: MimePart = {
    // A type without a subtype is no type (RFC 2045, section 5.2): the default counts.
    type: /^[\w.+-]+\/[\w.+-]+$/.test(type.value) ? type.value : usual,
    params: type.params,
    disposition: disposition.value,
    filename: filenameOf(disposition, type),
    contentId: fields.get('content-id') ?? null,
    fields,
    parts: [],
    around: { before: Buffer.alloc(0), after: Buffer.alloc(0) },
    content: Buffer.alloc(0),
  }
  const isOpen = depth < maxDepth && budget.parts < maxParts
  if (part.type.startsWith('multipart/')) {
    const split = isOpen ? splitParts(body, type.params.get('boundary') ?? '') : null
    const inner = part.type === 'multipart/digest' ? 'message/rfc822' : 'text/plain'
    // A multipart whose boundary never comes is read as the text that it is.
    if (split === null || (type.params.get('boundary') ?? '') === '')
      return { ...part, type: 'text/plain', params: new Map(), content: decodeContent(body, encoding) }
    return { ...part, around: split.around, parts: split.pieces.map((piece) => readPart(piece, depth + 1, inner, budget)) }
  }
  part.content = decodeContent(body, encoding)
  if ((part.type === 'message/rfc822' || part.type === 'message/global') && isOpen)
    part.parts = [readPart(part.content, depth + 1, 'text/plain', budget)]
  return part
}

/** The tree of an email's parts. Bytes that are no email are one part of text. */
export const readMimeTree = (raw: Buffer): MimePart => readPart(raw, 0, 'text/plain', { parts: 0 })
