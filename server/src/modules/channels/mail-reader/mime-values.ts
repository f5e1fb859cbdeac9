import { decodeMailBytes } from './decode-mail-bytes.ts'

/** Header fields of a part, names in lower case, folded lines joined. The first of a name counts. */
export function readMimeFields(block: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of block.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const at = line.indexOf(':')
    const name = line.slice(0, at).trim().toLowerCase()
    if (at > 0 && !fields.has(name)) fields.set(name, line.slice(at + 1).trim())
  }
  return fields
}

/** Bytes of quoted-printable text; `_` stands for a space in encoded words. */
export function unquotePrintable(text: string): Buffer {
  const whole = text.replaceAll(/[ \t]+(\r?\n|$)/g, '$1').replaceAll(/=\r?\n/g, '')
  return Buffer.from(
    whole.replaceAll(/=([0-9a-f]{2})/gi, (_sign, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}

/** Bytes of base64, also where several padded pieces follow each other. */
export const unbase64 = (text: string): Buffer =>
  Buffer.concat(
    text
      .replaceAll(/[^\w+/=-]/g, '')
      .split(/=+/)
      .map((piece) => Buffer.from(piece, 'base64')),
  )

const wordBytes = (kind: string, word: string): Buffer =>
  kind.toLowerCase() === 'b' ? unbase64(word) : unquotePrintable(word.replaceAll('_', ' '))

/**
 * Decodes encoded words (RFC 2047). Neighbours of one charset are joined as bytes first: some programs cut a letter in two. `text` holds one
 * character per byte; bytes outside encoded words are UTF-8 or recognised.
 */
export function decodeWords(text: string): string {
  const token = /=\?([^?*\s]{1,40})(?:\*[^?\s]*)?\?([bq])\?([^?]*)\?=/gi
  let decoded = ''
  let last = 0
  let open: { charset: string; bytes: Buffer[]; raw: string } | null = null
  const close = (ended: { charset: string; bytes: Buffer[]; raw: string } | null): void => {
    if (!ended) return
    const { text: words, unreadable } = decodeMailBytes(Buffer.concat(ended.bytes), ended.charset)
    decoded += unreadable === null ? words : ended.raw
  }
  for (const match of text.matchAll(token)) {
    const [word, charset = '', kind = '', content = ''] = match
    const between = text.slice(last, match.index)
    if (!open || between.trim() !== '' || open.charset !== charset.toLowerCase()) {
      close(open)
      if (open === null || between.trim() !== '') decoded += decodeRawHeader(between)
      open = { charset: charset.toLowerCase(), bytes: [], raw: '' }
    }
    open.bytes.push(wordBytes(kind, content))
    open.raw += word
    last = match.index + word.length
  }
  close(open)
  return decoded + decodeRawHeader(text.slice(last))
}

const decodeRawHeader = (text: string): string => decodeMailBytes(Buffer.from(text, 'latin1'), null).text

export interface HeaderValue {
  value: string
  params: Map<string, string>
}

const percentBytes = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll(/%([0-9a-f]{2})/gi, (_sign, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

/** `text/plain; charset=utf-8`, with continued and encoded parameters (RFC 2231) and encoded words in them, which many programs write. */
export function readHeaderValue(text: string): HeaderValue {
  const [first = ''] = text.split(';', 1)
  const raw = new Map<string, string>()
  for (const match of text.slice(first.length).matchAll(/;\s*([^\s=;]{1,60})\s*=\s*("(?:[^"\\]|\\.)*"|[^;]*)/g)) {
    const [, name = '', value = ''] = match
    const plain = value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : value.trim()
    if (!raw.has(name.toLowerCase())) raw.set(name.toLowerCase(), plain)
  }
  const params = new Map<string, string>()
  for (const [key, value] of raw) if (!key.includes('*')) params.set(key, value)
  for (const name of new Set([...raw.keys()].filter((key) => key.includes('*')).map((key) => key.slice(0, key.indexOf('*')))))
    params.set(name, joinContinued(name, raw))
  return { value: first.trim().toLowerCase(), params }
}

function joinContinued(name: string, raw: Map<string, string>): string {
  const single = raw.get(`${name}*`)
  let charset: string | null = null
  const pieces: Buffer[] = []
  const take = (value: string, isEncoded: boolean, isFirst: boolean) => {
    const named = isFirst && isEncoded ? /^([^']*)'[^']*'(.*)$/s.exec(value) : null
    if (named) charset = named[1] || null
    pieces.push(isEncoded ? percentBytes(named?.[2] ?? value) : Buffer.from(value, 'latin1'))
  }
  if (single !== undefined) take(single, true, true)
  for (let index = 0; single === undefined && index < 100; index++) {
    const encoded = raw.get(`${name}*${index}*`)
    const value = encoded ?? raw.get(`${name}*${index}`)
    if (value === undefined) break
    take(value, encoded !== undefined, index === 0)
  }
  return decodeMailBytes(Buffer.concat(pieces), charset).text
}
