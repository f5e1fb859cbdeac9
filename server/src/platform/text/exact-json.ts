import { ExactNumber, isKeepable, numberOf } from './exact-number.ts'

/** Only numbers with sixteen characters or an exponent of three digits can lose something; ids in texts look alike and do no harm. */
export const mayLoseDigits = (text: string): boolean => /\d[\d.]{15}|\d[eE][+-]?\d{3}/.test(text)

/** A number of more digits, or of a larger exponent, than can be kept. */
export class LongNumberError extends Error {
  override readonly name = 'LongNumberError'
}

/**
 * Reads JSON without losing digits: numbers that JavaScript cannot hold become an `ExactNumber`, which `JSON.stringify` writes as it
 * came. @throws SyntaxError, LongNumberError
 */
export function parseJson(text: string): unknown {
  if (!mayLoseDigits(text)) return JSON.parse(text)
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) => {
    if (typeof value !== 'number') return value
    const digits = context?.source ?? String(value)
    if (!isKeepable(digits)) throw new LongNumberError('A number has too many digits.')
    return numberOf(digits)
  })
}

/** What is stored was checked when it came; what was not is read as JavaScript reads it. */
export function parseStoredJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return JSON.parse(text)
  }
}

/** Whether a value is an object or a list, with values in it. */
export const hasValues = (value: unknown): value is object => typeof value === 'object' && value !== null && !(value instanceof ExactNumber)

/** Whether a number of this value has more digits than JavaScript holds. */
export const hasExactNumbers = (value: unknown): boolean =>
  value instanceof ExactNumber || (hasValues(value) && Object.values(value).some(hasExactNumbers))

/** The same value with each exact number replaced. */
export function replaceExactNumbers(value: unknown, replace: (exact: ExactNumber) => unknown): unknown {
  if (value instanceof ExactNumber) return replace(value)
  if (Array.isArray(value)) return value.map((each) => replaceExactNumbers(each, replace))
  if (!hasValues(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaceExactNumbers(each, replace)]))
}
