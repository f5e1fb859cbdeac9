/** What a part says about its charset, and what its bytes say. */
interface DecodedBytes {
  text: string
  /** The declared charset that no reader here knows (UTF-7, for example): the bytes are kept as a file. */
  unreadable: string | null
}

/** Charset names that mail programs write and the encoding standard does not list. */
const aliases: Record<string, string> = {
  cp932: 'shift_jis',
  cp936: 'gb18030',
  gb2312: 'gb18030',
  'iso-2022-jp-1': 'iso-2022-jp',
  'iso-2022-jp-2': 'iso-2022-jp',
  'iso-2022-jp-ms': 'iso-2022-jp',
  cp50220: 'iso-2022-jp',
  cp50221: 'iso-2022-jp',
  cp949: 'euc-kr',
  cp950: 'big5',
  'ansi_x3.110-1983': 'windows-1252',
  default: '',
  unknown: '',
  'unknown-8bit': '',
  'x-unknown': '',
  'iso-8859-8-i': 'iso-8859-8',
}

function decoderOf(label: string, fatal = false): InstanceType<typeof TextDecoder> | null {
  try {
    return new TextDecoder(label, { fatal })
  } catch {
    // A label that the encoding standard does not know: null says so to the caller.
    return null
  }
}

/** Text of the bytes if they are valid in the charset; null otherwise. */
function decodeStrictly(bytes: Uint8Array, label: string): string | null {
  try {
    return decoderOf(label, true)?.decode(bytes) ?? null
  } catch {
    // Invalid bytes: the caller tries the next charset.
    return null
  }
}

const isAscii = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 0x80)

const byMark = (bytes: Uint8Array): string | null => {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
}

/** Share of letters that a text in this charset should have; the Japanese ones are tried where their bytes are valid. */
function recognize(bytes: Uint8Array): string {
  const utf8 = decodeStrictly(bytes, 'utf-8')
  if (utf8 !== null) return utf8
  for (const label of ['shift_jis', 'euc-jp']) {
    const text = decodeStrictly(bytes, label)
    if (text !== null && (text.match(/[\u3041-\u30ff\u4e00-\u9fff]/gu)?.length ?? 0) > 3 && /[\u3041-\u30ff]/u.test(text)) return text
  }
  return new TextDecoder('windows-1252').decode(bytes)
}

/**
 * The text of a part: by its byte order mark, its declared charset, or, where the declaration is missing or its bytes contradict it, by what
 * the bytes are valid in. `hint`: a charset that the content itself names (a meta element), used only without a declaration.
 */
export function decodeMailBytes(bytes: Uint8Array, declared: string | null, hint: string | null = null): DecodedBytes {
  const marked = byMark(bytes)
  if (marked) return { text: new TextDecoder(marked).decode(bytes), unreadable: null }
  const name = (declared ?? '').trim().toLowerCase()
  const label = aliases[name] ?? name
  const wanted = label || (hint && decoderOf(hint) ? hint : '')
  // ISO-2022-JP looks like ASCII: three escape sequences tell it, also where nothing is declared.
  if (isAscii(bytes) && (wanted === '' || /^(us-ascii|ascii|utf-8|utf8)$/.test(wanted))) {
    const plain = new TextDecoder('utf-8').decode(bytes)
    return { text: /\u001b(\$[@B]|\(J)/.test(plain) ? new TextDecoder('iso-2022-jp').decode(bytes) : plain, unreadable: null }
  }
  if (wanted === '' || /^(us-ascii|ascii|ansi_x3\.4-1968)$/.test(wanted)) return { text: recognize(bytes), unreadable: null }
  const decoder = decoderOf(wanted)
  // UTF-7 is refused by the encoding standard. Where nothing but ASCII without its shift sign stands there, nothing can be misread.
  if (!decoder)
    return /utf-?7/.test(wanted) && !(isAscii(bytes) && !bytes.includes(0x2b))
      ? { text: '', unreadable: name }
      : recognizeUnknown(bytes, name)
  // Text that is valid UTF-8 with letters beyond ASCII is hardly ever Latin text: the declaration is an unchosen default.
  if (decoder.encoding === 'windows-1252' || decoder.encoding === 'utf-8') {
    const utf8 = decodeStrictly(bytes, 'utf-8')
    if (utf8 !== null) return { text: utf8, unreadable: null }
    return { text: decoder.encoding === 'utf-8' ? recognize(bytes) : decoder.decode(bytes), unreadable: null }
  }
  return { text: decodeStrictly(bytes, wanted) ?? decodeStrictly(bytes, 'utf-8') ?? decoder.decode(bytes), unreadable: null }
}

function recognizeUnknown(bytes: Uint8Array, name: string): DecodedBytes {
  const text = isAscii(bytes) ? new TextDecoder('utf-8').decode(bytes) : decodeStrictly(bytes, 'utf-8')
  return text === null ? { text: '', unreadable: name } : { text, unreadable: null }
}
