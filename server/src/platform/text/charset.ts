import { japaneseEscapes, recogniseCharset } from './recognise-charset.ts'

export interface CharsetHints {
  /** The header that came with the bytes, or the name of a charset alone. */
  contentType?: string | null | undefined
  /** HTML or XML, which may name its charset within its first bytes. */
  isMarkup?: boolean | undefined
}

interface DecidedCharset {
  charset: string
  /** `recognised`: it was not declared. */
  by: 'mark' | 'declared' | 'meta' | 'recognised'
  isSure: boolean
}

/** Names that programs write and the WHATWG table does not have. */
const otherNames: Readonly<Record<string, string>> = {
  cp932: 'shift_jis',
  windows932: 'shift_jis',
  'ms-kanji': 'shift_jis',
  eucjp: 'euc-jp',
  cp51932: 'euc-jp',
  cp936: 'gbk',
  cp949: 'euc-kr',
  cp950: 'big5',
  cp65001: 'utf-8',
  utf8mb4: 'utf-8',
  ansi: 'windows-1252',
  macroman: 'macintosh',
  'iso-2022-jp-1': 'iso-2022-jp',
  'iso-2022-jp-2': 'iso-2022-jp',
  'iso-2022-jp-ms': 'iso-2022-jp',
  cp50220: 'iso-2022-jp',
  cp50221: 'iso-2022-jp',
  'ansi_x3.110-1983': 'windows-1252',
}

/** The name by which the platform decodes, or null for one that it does not know. */
function charsetNamed(name: string): string | null {
  const label = name.trim().toLowerCase()
  try {
    const { encoding } = new TextDecoder(otherNames[label] ?? label)
    return encoding === 'gbk' ? 'gb18030' : encoding
  } catch {
    return null
  }
}

export const isKnownCharset = (name: string): boolean => charsetNamed(name) !== null

const byMark: readonly [number[], string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xff, 0xfe], 'utf-16le'],
]

const declaredIn = (contentType: string): string | null =>
  charsetNamed(/;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1] ?? (contentType.includes('/') ? '' : contentType))

/** Of the first bytes, as browsers look (HTML standard, 13.2.3.2). Markup that could be read so far is no UTF-16. */
function namedInside(bytes: Uint8Array): string | null {
  const text = Buffer.from(bytes.subarray(0, 4_096))
    .toString('latin1')
    .replaceAll(/<!--[^]*?-->/g, '')
  const name =
    /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"']+)/i.exec(text)?.[1] ?? /<meta\s[^>]*?charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(text)?.[1]
  const charset = name === undefined ? null : charsetNamed(name)
  return charset?.startsWith('utf-16') ? 'utf-8' : charset
}

/** The text; null where these bytes are none in this charset. */
export function decodeStrictly(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * The text of foreign bytes: by their byte order mark, the charset that came with them, the one that they name themselves, else by
 * their look. A name that does not fit the bytes does not count. Null: no charset is certain, and who sent them has to say it.
 */
export function decodeText(bytes: Uint8Array, hints: CharsetHints = {}): (DecidedCharset & { text: string }) | null {
  const mark = byMark.find(([begin]) => begin.every((byte, at) => bytes[at] === byte))
  const named: readonly [DecidedCharset['by'], string | null | undefined][] = [
    ['mark', mark?.[1]],
    ['declared', hints.contentType && declaredIn(hints.contentType)],
    ['meta', hints.isMarkup ? namedInside(bytes) : null],
  ]
  for (const [by, charset] of named) {
    const text = charset ? decodeStrictly(bytes, charset) : null
    if (charset && text !== null) return { charset, by, isSure: true, text }
  }
  const recognised = recogniseCharset(bytes)
  const text = recognised?.isSure ? decodeStrictly(bytes, recognised.charset) : null
  return recognised && text !== null ? { ...recognised, by: 'recognised', text } : null
}

/** Of the characters beyond ASCII, so many may be damaged before the name of the charset is doubted. */
const mostDamaged = 0.2

/**
 * As `decodeText`, for what has to be shown even if no charset is certain (an email): the named one as long as it fits nearly all bytes,
 * else the most likely one. Never for data, which such a guess would change silently.
 */
export function decodeAnyway(bytes: Uint8Array, hints: CharsetHints): string {
  const named = hints.contentType ? declaredIn(hints.contentType) : null
  const read = decodeText(bytes, hints)
  // ISO-2022-JP is ASCII to the eye: its escape sequences tell it where UTF-8 is said or nothing.
  if (
    read &&
    !(read.charset === 'utf-8' && japaneseEscapes.test(read.text)) &&
    !(named && read.by === 'recognised' && read.charset !== 'utf-8')
  )
    return read.text
  if (named && named !== 'utf-8') return new TextDecoder(named).decode(bytes)
  const text = new TextDecoder(named ?? 'utf-8').decode(bytes)
  const beyond = text.match(/[^\u0000-\u007f]/gu) ?? []
  const damaged = beyond.filter((char) => char === '\ufffd').length
  if (beyond.length > 0 && damaged > 0 && damaged < beyond.length * mostDamaged) return text
  return read?.by === 'recognised' ? read.text : new TextDecoder(recogniseCharset(bytes)?.charset ?? 'windows-1252').decode(bytes)
}

const textTypes =
  /^(?:text\/|message\/|application\/(?:[\w.+-]*(?:json|xml|yaml|javascript|csv|graphql|sql)|x-www-form-urlencoded)\b|image\/svg\+xml)/i

/** What came over HTTP. `unreadable`: it says to be text, and its letters are not certain. */
export type ReadBody = { kind: 'text'; text: string } | { kind: 'binary'; base64: string } | { kind: 'unreadable' }

/** The body of a request or an answer: text by its charset, anything else in base64. */
export function readBody(bytes: Uint8Array, contentType: string | null | undefined): ReadBody {
  const isMarkup = /\b(?:html|xml)\b/i.test(contentType ?? '')
  const isText = textTypes.test(contentType ?? '')
  // Pictures and archives are never text, whatever their bytes look like.
  const isBinary = !isText && /^(?:image|audio|video|font)\//i.test(contentType ?? '')
  const read = isBinary ? null : decodeText(bytes, { contentType, isMarkup })
  if (read) return { kind: 'text', text: read.text }
  return isText ? { kind: 'unreadable' } : { kind: 'binary', base64: Buffer.from(bytes).toString('base64') }
}
