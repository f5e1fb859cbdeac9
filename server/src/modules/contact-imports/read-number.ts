/**
 * How the numbers of a column are written, as far as its first values show: `open` where all could be written either way ("1.234"),
 * `mixed` where some have a decimal comma and others a point; null where none needs to be known.
 */
export type DecimalSign = 'comma' | 'point' | 'mixed' | 'open'

/** Thousands apart by a space, as in French, or an apostrophe, as in Switzerland: that says nothing of the decimal sign. */
const spaced = /^\d{1,3}(?:[ \u00a0\u2009\u202f'’]\d{3})+(?:[.,]\d+)?$/
const spaces = /[ \u00a0\u2009\u202f'’]/g
/** The number as it begins and ends in the world of the one sign, and of the other: thousands grouped or not, decimals or none. */
const written = {
  comma: /^(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d+)?$/,
  point: /^(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d+)?$/,
}
const scientific = /^\d+(?:\.\d+)?e[+-]?\d+$/i

interface Parts {
  minus: boolean
  /** Without sign, and without spaces between thousands. */
  digits: string
  /** Its thousands are apart by spaces: what else is in it are decimals. */
  isSpaced: boolean
}

function partsOf(text: string): Parts {
  const digits = text.replace(/^[+-]/, '')
  const isSpaced = spaced.test(digits)
  return { minus: text.startsWith('-'), digits: isSpaced ? digits.replace(spaces, '') : digits, isSpaced }
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
  comma: 'The first rows of this column use a decimal comma, as in 1.234,5. Write this number the same way.',
  point: 'The first rows of this column use a decimal point, as in 1,234.5. Write this number the same way.',
}

/** A number as its column is written. What contradicts the column is an error, and no other number. */
export function readNumber(text: string, column: DecimalSign | null): { value: number } | { fault: string | null } {
  const parts = partsOf(text)
  const sign = signOf(parts)
  if (sign === null) return /^\d+$/.test(parts.digits) ? { value: toNumber(parts, 'point') } : { fault: null }
  if (sign === 'both') {
    if (column === 'comma' || column === 'point') return { value: toNumber(parts, column) }
    // Without a hint, a point is a decimal point, and a comma is ambiguous.
    return column !== 'mixed' && parts.digits.includes('.') ? { value: toNumber(parts, 'point') } : { fault: messages.either }
  }
  const known = column === 'open' ? 'point' : column
  if ((known === 'comma' || known === 'point') && sign !== known) return { fault: messages[known] }
  return { value: toNumber(parts, sign) }
}
