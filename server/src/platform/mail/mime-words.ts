/** Text in headers: encoded words (RFC 2047), quoted names, folding. Callers have already rejected line breaks (SEC-32). */

/** Bytes of one encoded word: with its frame and our longest header name it stays within 76 columns. */
const WORD_BYTES = 39
const MAX_COLUMNS = 76

const encodeWords = (text: string): string => {
  const texts: string[] = []
  let piece = ''
  let bytes = 0
  for (const character of text) {
    const size = Buffer.byteLength(character)
    if (bytes + size > WORD_BYTES) {
      texts.push(piece)
      piece = ''
      bytes = 0
    }
    piece += character
    bytes += size
  }
  texts.push(piece)
  return texts.map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ')
}

/** Plain text that needs no encoding: ASCII, no repeated or outer spaces that folding could remove, no encoded word. */
const isPlain = (text: string): boolean => /^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(text) && !text.includes('=?')

/** Folds plain text before words that would exceed 76 columns. A longer word stays whole. */
const fold = (text: string, startColumn: number): string => {
  if (startColumn + text.length <= MAX_COLUMNS) return text
  let column = startColumn
  let folded = ''
  for (const word of text.split(' ')) {
    if (folded !== '' && column + 1 + word.length > MAX_COLUMNS) {
      folded += `\r\n ${word}`
      column = 1 + word.length
    } else {
      folded += folded === '' ? word : ` ${word}`
      column += word.length + 1
    }
  }
  return folded
}

/** The value of a free-text header, such as Subject. `name` counts for the width of the first line. */
export const encodeText = (name: string, text: string): string => {
  if (text === '') return ''
  const longest = isPlain(text) ? Math.max(...text.split(' ').map((word) => word.length)) : Infinity
  return longest < 900 ? fold(text, name.length + 2) : encodeWords(text)
}

/** A display name beside an address. */
export const encodePhrase = (text: string): string => {
  if (text === '' || /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+( [A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/.test(text)) {
    return text.includes('=?') ? encodeWords(text) : text
  }
  return isPlain(text) && text.length < 64 ? `"${text.replaceAll(/[\\"]/g, String.raw`\$&`)}"` : encodeWords(text)
}

/** `Name <address>`, or the address alone. */
export const encodeMailbox = (name: string, address: string): string => (name === '' ? address : `${encodePhrase(name)} <${address}>`)
