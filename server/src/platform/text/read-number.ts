/**
 * How the numbers of a column are written, as far as its first values show: `open` where all could be written either way ("1.234"),
 * `mixed` where some have a decimal comma and others a point; null where none needs to be known.
 */
export type DecimalSign = 'comma' | 'point' | 'mixed' | 'open'

/** Thousands apart by a space, as in French, or an apostrophe, as in Switzerland: that says nothing of the decimal sign. */
const spaced = /^[1-9]\d{0,2}(?:([ '])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/
/** The number as it begins and ends in the world of the one sign, and of the other: thousands grouped or not, decimals or none. */
const written = {
  comma: /^(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d+)?$/,
  // In India the last three digits are a group, and each two before them.
  point: /^(?:\d+|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d{2})+,\d{3})(?:\.\d+)?$/,
}
const scientific = /^\d+(?:\.\d+)?e[+-]?\d+$/i

/** Signs of money, and words for it, at either end. */
const money = String.raw`(?:[A-Z]{1,3}\$|\p{Sc}|[A-Z]{3}|Rs\.?|Fr\.|kr\.?|zł|Kč|Ft|lei|円|元)`
const moneyBefore = new RegExp(`^(-?)${money} ?(?=[-\\d])`, 'u')
const moneyBehind = new RegExp(`(?<=[\\d-]) ?${money}$`, 'u')

/** Signs of one meaning, each in the form of ASCII: full-width ones of Japan, spaces that do not break, minus signs and apostrophes of printers. */
const inAscii = (text: string): string =>
  text
    .replaceAll(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replaceAll(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replaceAll(/[\u2018\u2019\u02bc]/g, "'")
    .replaceAll(/[\u2212\u2012\u2013]/g, '-')
    .replaceAll('\uffe5', '\u00a5')
    .trim()

/** What stands beside the digits: a sign of percent, a sign or a word of money. */
export function unitOf(text: string): { percent: boolean; money: string | null } {
  const plain = inAscii(text)
  const bare = (/^\(([^()]*)\)$/.exec(plain)?.[1] ?? plain).trim()
  const beside = new RegExp(`^[-+]?(${money}) ?(?=[-\\d])|(?<=[\\d-]) ?(${money})$`, 'gu')
  const [found, second] = [...bare.matchAll(beside)].map(([, before, behind]) => before ?? behind ?? '')
  // Two signs are no sign that anything could be read by: EUR 5 USD.
  return {
    percent: /\d ?%$/.test(bare),
    money: found === undefined ? null : second === undefined || second === found ? found : `${found} ${second}`,
  }
}

interface Parts {
  minus: boolean
  /** Without sign, money and spaces between thousands. */
  digits: string
  /** Its thousands are apart by spaces: what else is in it are decimals. */
  isSpaced: boolean
}

/** Of bookkeepers: (5) and 5- are minus five. */
function partsOf(text: string): Parts {
  const plain = inAscii(text)
  const inside = /^\(([^()]*)\)$/.exec(plain)?.[1]
  const bare = (inside ?? plain)
    .replace(moneyBefore, '$1')
    .replace(moneyBehind, '')
    .replace(/(?<=\d) ?%$/, '')
    .trim()
  const [, before = '', middle = bare, behind = ''] = /^([+-]?) ?(.*?) ?(-?)$/.exec(bare) ?? []
  const marks = [inside !== undefined, before !== '', behind !== ''].filter(Boolean).length
  const digits = marks > 1 ? '' : middle
  const isSpaced = spaced.test(digits)
  return {
    minus: inside !== undefined || before === '-' || behind === '-',
    digits: isSpaced ? digits.replaceAll(/[ ']/g, '') : digits,
    isSpaced,
  }
}

/** By which sign it can be read; `both` for what is another number by the other one, null for what has neither sign, or is no number. */
function signOf({ digits, isSpaced }: Parts): 'comma' | 'point' | 'both' | null {
  if (isSpaced) return digits.includes(',') ? 'comma' : digits.includes('.') ? 'point' : null
  const [byComma, byPoint] = [written.comma.test(digits), written.point.test(digits)]
  if (byComma && byPoint) return /[.,]/.test(digits) ? 'both' : null
  if (byComma) return 'comma'
  return byPoint || scientific.test(digits) ? 'point' : null
}

/** How a column is written, by its first values. */
export function decimalSignOf(values: readonly string[]): DecimalSign | null {
  const found = new Set(values.map((text) => signOf(partsOf(text))))
  if (found.has('comma')) return found.has('point') ? 'mixed' : 'comma'
  return found.has('point') ? 'point' : found.has('both') ? 'open' : null
}

const toNumber = ({ minus, digits }: Parts, sign: 'comma' | 'point'): number => {
  const plain = sign === 'comma' ? digits.replaceAll('.', '').replace(',', '.') : digits.replaceAll(',', '')
  return minus ? -Number(plain) : Number(plain)
}

const messages = {
  either: 'Ambiguous number. Write it without a thousands separator.',
  unclear: 'It is unclear whether this number has thousands or decimals. Write it with two decimals, as in 1234.00.',
  comma: 'The first rows of this column use a decimal comma, as in 1.234,5. Write this number the same way.',
  point: 'The first rows of this column use a decimal point, as in 1,234.5. Write this number the same way.',
  long: 'This number has more digits than a number field keeps. Use a field of type text.',
}

/** A whole number of more digits than are kept is a fault: its last ones would become others. */
const kept = (parts: Parts, sign: 'comma' | 'point') => {
  const value = toNumber(parts, sign)
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? { fault: messages.long } : { value }
}

/** A number as its column is written. What contradicts the column is an error, and no other number. */
export function readNumber(text: string, column: DecimalSign | null): { value: number } | { fault: string | null } {
  const parts = partsOf(text)
  const sign = signOf(parts)
  if (sign === null) return /^\d+$/.test(parts.digits) ? kept(parts, 'point') : { fault: null }
  if (sign === 'both') {
    if (column === 'comma' || column === 'point') return kept(parts, column)
    // Without a hint, a point is a decimal point, and a comma is ambiguous.
    return column !== 'mixed' && parts.digits.includes('.') ? kept(parts, 'point') : { fault: messages.either }
  }
  const known = column === 'open' ? 'point' : column
  if ((known === 'comma' || known === 'point') && sign !== known) return { fault: messages[known] }
  return kept(parts, sign)
}

/** As `readNumber`, where a thousandfold mistake costs money: "1.234" in a column that shows no sign is refused too. */
export function readAmount(text: string, column: DecimalSign | null): { value: number } | { fault: string | null } {
  const isOpen = signOf(partsOf(text)) === 'both' && (column === 'open' || column === null)
  return isOpen ? { fault: messages.unclear } : readNumber(text, column)
}
