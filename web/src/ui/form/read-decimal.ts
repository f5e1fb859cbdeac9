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
 * Parses a number with a decimal point or comma and optional thousands separators; null if empty; invalid or ambiguous text unchanged.
 * The decimal sign of the reader's language always counts as one; for whole numbers the other sign never does.
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

/** True if the text is ambiguous, rather than not a number. */
export const couldBeTwo = (typed: string, own: DecimalSign): boolean => either[own].test(unsigned(typed))

/** Both readings of an ambiguous text, each in an unambiguous spelling. */
export const bothOf = (typed: string, own: DecimalSign): { whole: string; decimal: string } => ({
  whole: typed.trim().replace(/[.,]/, ''),
  decimal: typed.trim().replace(/[.,]/, own),
})

/** A value as its reader types it. */
export const writeDecimal = (value: number | string | null, own: DecimalSign): string =>
  typeof value === 'number' ? String(value).replace('.', own) : (value ?? '')
