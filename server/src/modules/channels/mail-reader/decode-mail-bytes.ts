import { decodeAnyway, decodeStrictly, isKnownCharset } from '../../../platform/text/charset.ts'

/** What a part says about its charset, and what its bytes say. */
interface DecodedBytes {
  text: string
  /** The declared charset that no reader here knows (UTF-7, for example): the bytes are kept as a file. */
  unreadable: string | null
}

/** What programs write where no charset was chosen. */
const unchosen = /^(?:us-ascii|ascii|ansi_x3\.4-1968|default|unknown|unknown-8bit|x-unknown)?$/
/** Bytes that are valid UTF-8 with letters beyond ASCII are hardly ever Latin text: the name is an unchosen default. */
const latin = /^(?:iso[-_]?8859[-_]?1|latin1|l1|windows-1252|cp1252|x-cp1252)$/

/** The text of a part. An email has to be shown, so where no charset is certain the most likely one counts. */
export function decodeMailBytes(bytes: Uint8Array, declared: string | null, isMarkup = false): DecodedBytes {
  const name = (declared ?? '').trim().toLowerCase()
  const isChosen = !unchosen.test(name)
  if (isChosen && !isKnownCharset(name)) {
    const isUtf7WithShifts = /utf-?7/.test(name) && bytes.includes(0x2b)
    const text = isUtf7WithShifts ? null : decodeStrictly(bytes, 'utf-8')
    return text === null ? { text: '', unreadable: name } : { text, unreadable: null }
  }
  const isDoubtful = !isChosen || latin.test(name)
  const utf8 = isChosen && isDoubtful ? decodeStrictly(bytes, 'utf-8') : null
  return { text: utf8 ?? decodeAnyway(bytes, { contentType: isChosen ? name : null, isMarkup }), unreadable: null }
}
