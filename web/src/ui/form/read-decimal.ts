export type DecimalSign = '.' | ','

/** Thousands apart by a space, as in French, or an apostrophe, as in Switzerland. */
const spaced = /^\d{1,3}(?:[ \u00a0\u2009\u202f'’]\d{3})+(?:[.,]\d*)?$/
const spaces = /[ \u00a0\u2009\u202f'’]/g
/** By the reader's own sign: the other one and three digits behind it are decimals for some, thousands for others. */
const either: Record<DecimalSign, RegExp> = { '.': /^[1-9]\d{0,2},\d{3}$/, ',': /^[1-9]\d{0,2}\.\d{3}$/ }
const written: Record<DecimalSign, RegExp> = {
  '.': /^(?:\d*|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d*)?$/,
  ',': /^(?:\d*|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d*)?$/,
}
const unsigned = (text: string): string => text.trim().replace(/^[+-]/, '')

/**
 * A number as a person types it, with a decimal point or a comma, thousands apart or not; null for nothing. What is no number, or could be
 * two, comes back as it was typed. The decimal sign of the reader's language always is one; of whole numbers the other one is no decimal sign.
 */
export function readDecimal(typed: string, own: DecimalSign, isWhole = false): number | string | null {
  const text = typed.trim()
  if (text === '') return null
  const given = unsigned(text)
  if (!/\d/.test(given) || (!isWhole && couldBeTwo(given, own))) return typed
  const digits = spaced.test(given) ? given.replace(spaces, '') : given
  const sign = ([own, own === '.' ? ',' : '.'] as const).find((each) => written[each].test(digits))
  if (sign === undefined) return typed
  const value = Number(sign === '.' ? digits.replaceAll(',', '') : digits.replaceAll('.', '').replace(',', '.'))
  return text.startsWith('-') ? -value : value
}

/** Whether it could be two numbers, and is not simply no number at all. */
export const couldBeTwo = (typed: string, own: DecimalSign): boolean => either[own].test(unsigned(typed))

/** What could be two numbers, as each of the two is written so that it is no other. */
export const bothOf = (typed: string, own: DecimalSign): { whole: string; decimal: string } => ({
  whole: typed.trim().replace(/[.,]/, ''),
  decimal: typed.trim().replace(/[.,]/, own),
})

/** A value as its reader types it. */
export const writeDecimal = (value: number | string | null, own: DecimalSign): string =>
  typeof value === 'number' ? String(value).replace('.', own) : (value ?? '')
