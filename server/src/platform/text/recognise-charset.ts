import { isUtf8 } from 'node:buffer'

/** What bytes were written in, by their look. */
interface RecognisedCharset {
  charset: string
  /** False: another charset reads them about as well, so a person has to choose. */
  isSure: boolean
}

/** Lines with letters beyond ASCII decide; so much of them is enough. */
const mostJudged = 16_384
/** Of 1, from which a reading looks like words of people. */
const plausible = 0.55
const clearlyBetter = 0.1

type Family = 'latin' | 'cyrillic' | 'greek' | 'east'
interface Candidate {
  charset: string
  family: Family
  /** How usual a character is in this charset, from -1 to 1. */
  judge: (text: Judged) => number
}

interface Scored {
  charset: string
  score: number
}

interface Judged {
  char: string
  before: string
  after: string
  /** A few characters before and after. */
  around: [string, string]
}

const isLetter = (char: string): boolean => /\p{L}/u.test(char)
const isAsciiLetter = (char: string): boolean => /[A-Za-z]/.test(char)
const isDigit = (char: string): boolean => /\d/.test(char)
const isLower = (char: string): boolean => char !== char.toUpperCase()
const isUpper = (char: string): boolean => char !== char.toLowerCase()
/** Words of people are not written "aB": what reads so was read by the wrong table. */
const breaksCase = ({ char, before, after }: Judged): boolean =>
  (isUpper(char) && isLower(before) && isLetter(before)) ||
  (isLower(char) && isUpper(before) && isUpper(after) && isLetter(before) && isLetter(after))

const typographic = /[\u2018\u2019\u201a\u201c\u201d\u201e\u2013\u2014\u2026\u2022\u00ab\u00bb\u2039\u203a]/
const signs =
  /[\u20ac\u00a3\u00a5\u00a9\u00ae\u2122\u00a7\u00b0\u00b1\u00b2\u00b3\u00b5\u00b7\u00b9\u00ba\u00aa\u00bc\u00bd\u00be\u00d7\u00a0]/

/** An apostrophe of English ("don’t", "O’Neill", "customers’"), French and Italian ("l’an", "qu’il", "dell’arte"): í by the table of the Mac. */
const isApostrophe = ([left, right]: Judged['around']): boolean =>
  /^(?:s|t|d|m|ll|re|ve)(?!\p{L})/u.test(right) ||
  /(?:(?<!\p{L})(?:[cdjlmnsto]|qu)|ll|rd)$/iu.test(left) ||
  (left.endsWith('s') && !/^\p{L}/u.test(right))

/** Whether a sign stands where people write it: a quotation mark turned to its words, a dash between spaces or digits, a bullet before words. */
function isInPlace({ char, before, after, around }: Judged): boolean {
  if (/[\u2013\u2014]/.test(char)) return (before === ' ' && after === ' ') || (isDigit(before) && isDigit(after))
  if (char === '\u2019' && isApostrophe(around)) return true
  const [opens, closes] = [!isLetter(before) && !/[\s]/.test(after), /[^\s(]/.test(before) && !isLetter(after)]
  if (/[\u2018\u201a\u201c\u201e]/.test(char)) return opens
  return /[\u201d\u2026]/.test(char) ? closes : char === '\u2022' && /\s/.test(before) && /\s/.test(after)
}

/** Letters that are words by themselves in a language of the west. */
const wordAlone = /[àáèéíòóúöåæø]/i

const judgeLatin =
  (usual: RegExp, others: RegExp) =>
  (each: Judged): number => {
    const { char, before, after } = each
    const isInWord = isLetter(before) && isLetter(after)
    if (typographic.test(char) && isInPlace(each)) return 1
    if (typographic.test(char)) return isInWord && char !== '\u2019' && char !== '\u2013' ? -0.5 : 0.6
    if (/[\u00a1\u00bf]/.test(char)) return !isLetter(before) && isLetter(after) ? 1 : -1
    // 2º, 3ª and nº of Spanish: the same bytes are letters elsewhere.
    if (/[\u00aa\u00ba]/.test(char) && (isDigit(before) || /n/i.test(before)) && !isLetter(after)) return 1
    if (signs.test(char))
      return isLetter(before) && !/[\u00b2\u00b3\u00ba\u00aa\u00b7\u00a0\u00ae\u2122]/.test(char) ? -1 : isInWord ? -1 : 0.5
    if (breaksCase(each)) return -1
    // Words of the Latin script are mostly of ASCII letters.
    const isRun = isLetter(before) && before > '\u007f' && isLetter(after) && after > '\u007f'
    if (isRun) return -0.5
    const found = usual.test(char) ? 1 : others.test(char) ? 0.5 : -1
    // Behind a digit, and as a capital alone, another table has a sign there: 2º, 12 £.
    if (!isLetter(before) && !isLetter(after) && !wordAlone.test(char)) return -0.5
    const mayBeSign = isDigit(before) || (isUpper(char) && !isLetter(before) && !isLetter(after))
    return mayBeSign ? Math.min(found, 0.5) : found
  }

const judgeScript =
  (script: RegExp, frequent: RegExp) =>
  (each: Judged): number => {
    const { char, before, after } = each
    if (!script.test(char))
      return typographic.test(char) || signs.test(char) || char === '\u2116' ? (isLetter(before) && isLetter(after) ? -1 : 0.5) : -1
    if (isAsciiLetter(before) || isAsciiLetter(after)) return -1
    if (breaksCase(each)) return -1
    // One letter alone may as well be "à".
    if (!isLetter(before) && !isLetter(after)) return 0.3
    return frequent.test(char) ? 1 : 0.7
  }

// Signs of these scripts by the rows of their national standards: the first level has what is written every day.
const kana = /[\u3041-\u3096\u30a1-\u30fe]/
const wide = /[\u3000-\u303f\uff01-\uff5e\uffe0-\uffe6\u2010-\u2026\u25a0-\u266f\u2460-\u2473\u00d7\u00f7\u2190-\u2199]/
const halfKana = /[\uff61-\uff9f]/

interface Rows {
  charset: string
  /** Of a character's two bytes: whether it is one of the everyday ones. */
  isEveryday: (lead: number, trail: number) => boolean
  isJapanese?: boolean
}

/** The bytes of a character, which no decoder of the platform tells backwards: read once from all pairs. */
const tables = new Map<string, ReadonlyMap<string, number>>()
function pairsOf(charset: string): ReadonlyMap<string, number> {
  const known = tables.get(charset)
  if (known) return known
  const decoder = new TextDecoder(charset)
  const pairs = new Map<string, number>()
  for (let lead = 0x81; lead <= 0xfe; lead += 1)
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      const char = decoder.decode(Uint8Array.of(lead, trail))
      if (char.length === 1 && char > '\u007f' && !pairs.has(char)) pairs.set(char, lead * 256 + trail)
    }
  tables.set(charset, pairs)
  return pairs
}

const judgeEast =
  ({ charset, isEveryday, isJapanese = false }: Rows) =>
  ({ char, before, after }: Judged): number => {
    if (isAsciiLetter(before) && isAsciiLetter(after)) return -1
    if (kana.test(char)) return isJapanese ? 1 : 0
    if (halfKana.test(char)) return halfKana.test(before) || halfKana.test(after) ? 0.8 : -0.5
    if (wide.test(char)) return 0.6
    const pair = pairsOf(charset).get(char)
    if (pair === undefined || /[\ue000-\uf8ff]/.test(char)) return -1
    const isOften = isEveryday(pair >> 8, pair & 0xff)
    // A Latin letter before a character out of use is an accent read by the wrong table.
    return isOften ? 1 : isAsciiLetter(before) || isAsciiLetter(after) ? -1 : 0.1
  }

const high = (from: number, to: number) => (lead: number, trail: number) => lead >= from && lead <= to && trail >= 0xa1

const western = /[\u00e0-\u00ef\u00f1-\u00f6\u00f8-\u00fc\u00df\u0153\u00c0-\u00cf\u00d1-\u00d6\u00d8-\u00dc\u0152]/
const central =
  /[\u0104-\u0107\u010c-\u010f\u0118-\u011b\u0139-\u013e\u0141-\u0144\u0147\u0148\u0150\u0151\u0154\u0155\u0158-\u015b\u015e-\u0165\u016e-\u0171\u0179-\u017e\u00e1\u00e4\u00e9\u00ed\u00f3\u00f4\u00f6\u00fa\u00fc\u00fd\u00c1\u00c4\u00c9\u00cd\u00d3\u00d4\u00d6\u00da\u00dc\u00dd\u00df\u00e7\u00eb\u00ee\u00e2]/
const turkish = /[\u011e\u011f\u0130\u0131\u015e\u015f\u00e7\u00c7\u00f6\u00d6\u00fc\u00dc\u00e2\u00ee\u00fb]/
const none = /(?!)/

/** What the console of Windows and "CSV (MS-DOS)" write, by the bytes from 0x80. No decoder of the platform knows it, so it only raises doubts. */
const dos =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'
const decodeDos = (bytes: Buffer): string => Array.from(bytes, (byte) => dos[byte - 0x80] ?? String.fromCharCode(byte)).join('')

const western1252: Candidate = {
  charset: 'windows-1252',
  family: 'latin',
  judge: judgeLatin(western, /[\u00fd\u00ff\u0160\u0161\u017d\u017e]/),
}
// In the order of trust: of two that read alike, the first one is taken.
const candidates: readonly Candidate[] = [
  western1252,
  { charset: 'macintosh', family: 'latin', judge: judgeLatin(western, none) },
  { charset: 'windows-1250', family: 'latin', judge: judgeLatin(central, /[\u0102\u0103]/) },
  { charset: 'windows-1254', family: 'latin', judge: judgeLatin(turkish, none) },
  { charset: 'windows-1251', family: 'cyrillic', judge: judgeScript(/[\u0401-\u0491]/, /[оеаинтсрвлкмдпу]/i) },
  { charset: 'koi8-r', family: 'cyrillic', judge: judgeScript(/[\u0401\u0410-\u0451]/, /[оеаинтсрвлкмдпу]/i) },
  { charset: 'windows-1253', family: 'greek', judge: judgeScript(/[\u0386-\u03ce]/, /[αοιετσνηυρπκμλςά-ώ]/i) },
  {
    charset: 'shift_jis',
    family: 'east',
    judge: judgeEast({ charset: 'shift_jis', isEveryday: (lead) => lead >= 0x88 && lead <= 0x98, isJapanese: true }),
  },
  { charset: 'euc-jp', family: 'east', judge: judgeEast({ charset: 'euc-jp', isEveryday: high(0xb0, 0xcf), isJapanese: true }) },
  { charset: 'gb18030', family: 'east', judge: judgeEast({ charset: 'gb18030', isEveryday: high(0xb0, 0xd7) }) },
  { charset: 'euc-kr', family: 'east', judge: judgeEast({ charset: 'euc-kr', isEveryday: high(0xb0, 0xc8) }) },
  { charset: 'big5', family: 'east', judge: judgeEast({ charset: 'big5', isEveryday: (lead) => lead >= 0xa4 && lead <= 0xc6 }) },
]

/** The text, or null where these bytes are none in this charset; they may end within a character if they are a part (`stream`). */
function decoded(bytes: Uint8Array, charset: string, stream = false): string | null {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes, { stream })
  } catch {
    return null
  }
}

// oxlint-disable-next-line no-control-regex -- controls that no text has
const notInTexts = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f-\u009f]/

/** The mean over the characters beyond ASCII; -1 for what no text has. */
function scoreOf(text: string, { charset, judge }: Candidate): number {
  if (notInTexts.test(text)) return -1
  const chars = [...text]
  let [sum, count] = [0, 0]
  for (const [at, char] of chars.entries()) {
    if (char <= '\u007f') continue
    const around: Judged['around'] = [chars.slice(Math.max(0, at - 3), at).join(''), chars.slice(at + 1, at + 4).join('')]
    sum += judge({ char, before: chars[at - 1] ?? ' ', after: chars[at + 1] ?? ' ', around })
    count += 1
  }
  if (count === 0) return 0
  // Japanese without any kana is short; what is longer is another language that shares these rows.
  const isForeign = charset === 'euc-jp' && !kana.test(text)
  return sum / count - (isForeign && count >= 12 ? 0.2 : 0)
}

/** Letters of the west that do not go together: a list of many countries, or Czech and Hungarian by the wrong table (Dvořák, Győr). */
const isMixed = (text: string): boolean => (/[ìø]/i.test(text) && /[áíý]/i.test(text)) || /õ(?!e)/i.test(text)

/** Whether another Latin table may be the right one: it reads other letters, and about as well. */
function isDoubtfulLatin(best: Scored, others: readonly Scored[], lines: Buffer): boolean {
  const reaches = (charset: string) => others.some((other) => other.charset === charset && best.score - other.score < clearlyBetter)
  if (best.charset === 'windows-1252') return reaches('windows-1250') && isMixed(decoded(lines, 'windows-1252', true) ?? '')
  if (best.charset === 'windows-1250' && reaches('windows-1254')) return true
  return best.score - scoreOf(decodeDos(lines), western1252) < clearlyBetter
}

/** Bytes before the first one beyond ASCII that are judged of a long line: the words around it. */
const before = 200

/** Lines with bytes beyond ASCII; a part of a long one, which may end within a character. */
function judgedLines(bytes: Buffer): Buffer {
  const lines: Buffer[] = []
  let size = 0
  for (let from = 0; from < bytes.length && size < mostJudged;) {
    const feed = bytes.indexOf(10, from)
    const to = feed < 0 ? bytes.length : feed + 1
    const line = bytes.subarray(from, to)
    const first = line.findIndex((byte) => byte >= 0x80)
    if (first >= 0) {
      // What is ASCII so far begins a character at every byte.
      const begin = Math.max(0, first - before)
      const part = line.length <= mostJudged ? line : line.subarray(begin, begin + mostJudged)
      lines.push(part)
      size += part.length
      if (part.length < line.length) break
    }
    from = to
  }
  return Buffer.concat(lines)
}

/** Both byte orders, by which more of the text is of one plane of usual characters: a space or a line end tells them apart. */
function recogniseWide(bytes: Buffer): RecognisedCharset | null {
  const even = bytes.subarray(0, Math.min(bytes.length, mostJudged) & ~1)
  const orders = (['utf-16le', 'utf-16be'] as const).map((charset) => {
    const text = decoded(even, charset)
    if (text === null || text === '' || /[\u0000-\u0008\ue000-\uf8ff\ufffe\uffff]/.test(text)) return { charset, share: 0 }
    return { charset, share: [...text].filter((char) => /[\t\r\n -\u024f\u3000-\u30ff\u2013-\u2026]/.test(char)).length / text.length }
  })
  const [best, other] = orders.toSorted((a, b) => b.share - a.share)
  return best && other && best.share > 0.05 && best.share > other.share * 2 ? { charset: best.charset, isSure: true } : null
}

/** Sequences of ISO-2022-JP, which is ASCII to the eye. */
export const japaneseEscapes = /\u001b(?:\$[@B]|\([IJ])/

/**
 * By its look: UTF-8 where the bytes are that, else the charset whose reading looks most like words of people. Null for what is no text.
 * Statistics of long texts do not help here: a list of names has a few dozen characters beyond ASCII.
 */
export function recogniseCharset(bytes: Uint8Array): RecognisedCharset | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.includes(0)) return recogniseWide(buffer)
  if (japaneseEscapes.test(buffer.toString('latin1', 0, mostJudged)) && decoded(bytes, 'iso-2022-jp') !== null)
    return { charset: 'iso-2022-jp', isSure: true }
  if (isUtf8(buffer)) return { charset: 'utf-8', isSure: true }
  const lines = judgedLines(buffer)
  const scores = candidates.flatMap((candidate) => {
    const text = decoded(lines, candidate.charset, true)
    return text === null ? [] : [{ ...candidate, score: scoreOf(text, candidate) }]
  })
  const korean = scores.find(({ charset }) => charset === 'euc-kr')
  // Chinese and Japanese share the rows of Hangul, and many more: that many signs do not lie in these alone by chance.
  const isHangul = korean !== undefined && korean.score > 0.99 && lines.filter((byte) => byte >= 0x80).length >= 16
  const weighed = scores.map((each) =>
    isHangul && each.family === 'east' && each !== korean ? { ...each, score: each.score - 0.2 } : each,
  )
  // A stable order: of two that read alike the first stays first.
  const [best, ...others] = weighed.toSorted((a, b) => b.score - a.score)
  if (!best || best.score <= -1) return null
  const rival = others.find(({ family }) => family === 'east' || family !== best.family)
  const isDoubtful = best.family === 'latin' && isDoubtfulLatin(best, others, lines)
  const isSure = best.score >= plausible && (!rival || best.score - rival.score >= clearlyBetter) && !isDoubtful
  return { charset: best.charset, isSure }
}
