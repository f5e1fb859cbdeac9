const HEX = Buffer.from('0123456789ABCDEF')
const MAX_COLUMNS = 76
const [TAB, LF, CR, SPACE, EQUALS] = [0x09, 0x0a, 0x0d, 0x20, 0x3d]

/** Encodes text with CRLF line ends as quoted-printable (RFC 2045, 6.7): at most 76 columns, ASCII only, trailing spaces kept. */
export const encodeQuotedPrintable = (text: string): string => {
  const bytes = Buffer.from(text)
  // Each byte takes at most three, and each 75 of those one soft break.
  const out = Buffer.allocUnsafe(bytes.length * 3 + Math.ceil((bytes.length * 3) / 73) * 3 + 3)
  let length = 0
  let column = 0
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0
    if (byte === CR && bytes[index + 1] === LF) {
      out[length++] = CR
      out[length++] = LF
      index += 1
      column = 0
      continue
    }
    const next = bytes[index + 1]
    const atEnd = next === undefined || (next === CR && bytes[index + 2] === LF)
    const plain = (byte > SPACE && byte < 0x7f && byte !== EQUALS) || ((byte === SPACE || byte === TAB) && !atEnd)
    const width = plain ? 1 : 3
    // The last column of a line is for its soft break, unless the line ends here anyway.
    if (column + width > (atEnd ? MAX_COLUMNS : MAX_COLUMNS - 1)) {
      out[length++] = EQUALS
      out[length++] = CR
      out[length++] = LF
      column = 0
    }
    if (plain) out[length++] = byte
    else {
      out[length++] = EQUALS
      out[length++] = HEX[byte >> 4] ?? 0
      out[length++] = HEX[byte & 15] ?? 0
    }
    column += width
  }
  return out.toString('latin1', 0, length)
}
