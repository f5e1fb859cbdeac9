/** Thousands apart by a space, as in French, or an apostrophe, as in Switzerland. */
const spaced = /^\d{1,3}(?:[ \u00a0\u2009\u202f'’]\d{3})+(?:[.,]\d*)?$/
const spaces = /[ \u00a0\u2009\u202f'’]/g
/** One sign and three digits behind it: decimals for some, thousands for others. */
const either = /^[1-9]\d{0,2}[.,]\d{3}$/
const withPoint = /^(?:\d*|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d*)?$/
const withComma = /^(?:\d*|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d*)?$/

/**
 * A number as a person types it, with a decimal point or a comma, thousands apart or not; null for nothing. What is no number, or could be
 * two, comes back as it was typed.
 */
export function readDecimal(typed: string): number | string | null {
  const text = typed.trim()
  if (text === '') return null
  const unsigned = text.replace(/^[+-]/, '')
  const digits = spaced.test(unsigned) ? unsigned.replace(spaces, '') : unsigned
  if (!/\d/.test(digits) || (digits === unsigned && either.test(digits))) return typed
  const plain = withPoint.test(digits)
    ? digits.replaceAll(',', '')
    : withComma.test(digits)
      ? digits.replaceAll('.', '').replace(',', '.')
      : 'no number'
  const value = Number(plain)
  return Number.isNaN(value) ? typed : text.startsWith('-') ? -value : value
}

/** Whether it could be two numbers, and is not simply no number at all. */
export const couldBeTwo = (typed: string): boolean => either.test(typed.trim().replace(/^[+-]/, ''))
