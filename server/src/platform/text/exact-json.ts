import { randomBytes } from 'node:crypto'
import { ExactNumber, isKeepable, numberOf } from './exact-number.ts'
import { endOfText } from './json/json-values.ts'

/** Only numbers with sixteen characters or an exponent of three digits can lose something; ids in texts look alike and do no harm. */
export const mayLoseDigits = (text: string): boolean => /\d[\d.]{15}|\d[eE][+-]?\d{3}/.test(text)

/** A number of more digits, or of a larger exponent, than can be kept, or too many that JavaScript cannot hold. */
export class LongNumberError extends Error {
  override readonly name = 'LongNumberError'
}

/**
 * Reads JSON without losing digits: numbers that JavaScript cannot hold become an `ExactNumber`, written as it came. They are put back by
 * hand: a function that `JSON.parse` calls for each value holds the process forty times as long. @throws SyntaxError, LongNumberError
 */
export function parseJson(text: string): unknown {
  if (!mayLoseDigits(text)) return JSON.parse(text)
  const marker = randomBytes(12).toString('base64url')
  const { marked, exact } = markExactNumbers(text, marker)
  const value: unknown = JSON.parse(marked)
  if (exact.some((number) => !number)) throw new LongNumberError('A number has too many digits.')
  return exact.length === 0 ? value : placeNumbers(value, marker, exact)
}

/** Each costs the event loop a microsecond, a hundred times as much as a number that JavaScript holds. */
const mostExactNumbers = 20_000
const quote = 34
/** One whole number of JSON; only those of sixteen characters, or with an exponent, can lose something. */
const numberAt = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?/iy

/**
 * The text with an object instead of each number that JavaScript cannot hold: unlike a text, it cannot be a key, so what is no JSON
 * stays none. Null stands for a number that is too long.
 */
function markExactNumbers(text: string, marker: string): { marked: string; exact: (ExactNumber | null)[] } {
  const pieces: string[] = []
  const exact: (ExactNumber | null)[] = []
  let copied = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfText(text, at)
    else if (code >= 48 && code <= 57) {
      numberAt.lastIndex = text[at - 1] === '-' ? at - 1 : at
      const start = numberAt.lastIndex
      const [digits = ''] = numberAt.exec(text) ?? []
      at = Math.max(at, start + digits.length - 1)
      const number = digits.length > 3 && mayLoseDigits(digits) ? exactOf(digits) : undefined
      if (number === undefined) continue
      if (exact.length === mostExactNumbers) throw new LongNumberError('Too many numbers have many digits.')
      pieces.push(text.slice(copied, start), `{"${marker}":${exact.push(number) - 1}}`)
      copied = start + digits.length
    }
  }
  pieces.push(text.slice(copied))
  return { marked: pieces.join(''), exact }
}

/** Undefined for a number that JavaScript holds. */
function exactOf(digits: string): ExactNumber | null | undefined {
  if (!isKeepable(digits)) return null
  const number = numberOf(digits)
  return number instanceof ExactNumber ? number : undefined
}

/** Puts the numbers where their marks stand, without calling itself: text may be nested deeper than calls may. */
function placeNumbers(value: unknown, marker: string, exact: readonly (ExactNumber | null)[]): unknown {
  const root: unknown[] = [value]
  const open: object[] = [root]
  const numberFor = (each: object): ExactNumber | null | undefined => exact[(each as Record<string, number>)[marker] ?? -1]
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    if (Array.isArray(holder)) {
      const list: unknown[] = holder
      for (let at = 0; at < list.length; at++) {
        const each = list[at]
        if (typeof each !== 'object' || each === null) continue
        const number = numberFor(each)
        if (number) list[at] = number
        else open.push(each)
      }
    } else
      for (const [name, each] of Object.entries(holder)) {
        if (typeof each !== 'object' || each === null) continue
        const number = numberFor(each as object)
        // A field may be called __proto__.
        if (number) Object.defineProperty(holder, name, { value: number, writable: true, enumerable: true, configurable: true })
        else open.push(each as object)
      }
  }
  return root[0]
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
