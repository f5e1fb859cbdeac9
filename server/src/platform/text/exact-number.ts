declare global {
  interface JSON {
    /** Of ES2025, in Node since 22: text that `stringify` writes as it is. */
    rawJSON(text: string): object
  }
}

/** Digits and exponents above these are refused: writing one number out must not fill a disk. */
const mostDigits = 1_000
const mostExponent = 1_000
/** A product or a sum may have more digits than what it was made of; a loop of products must end. */
const mostScale = 5_000

const pattern = /^\s*([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?\s*$/i

/** `units` times ten to the power of minus `scale`. */
interface Decimal {
  units: bigint
  scale: number
}

/** A calculation whose right result cannot be given. */
export class ExactNumberError extends Error {
  override readonly name = 'ExactNumberError'
}

/** Null for text that is no decimal number, and for one that is too long to calculate with. */
function readDecimal(text: string): Decimal | null {
  if (text.length > mostScale * 2) return null
  const [, sign = '', whole = '', part = '', power = '0'] = pattern.exec(text) ?? []
  if (whole === '' && part === '') return null
  const exponent = Number(power)
  if (Math.abs(exponent) > mostExponent) return null
  const units = BigInt(whole + part)
  const scale = part.length - exponent
  return { units: (sign === '-' ? -units : units) * (scale < 0 ? 10n ** BigInt(-scale) : 1n), scale: Math.max(scale, 0) }
}

function writeDecimal({ units, scale }: Decimal): string {
  const sign = units < 0n ? '-' : ''
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const part = digits.slice(digits.length - scale).replace(/0+$/, '')
  const whole = scale === 0 ? digits : digits.slice(0, -scale)
  return scale === 0 || part === '' ? `${sign}${whole}` : `${sign}${whole}.${part}`
}

const atScale = ({ units, scale }: Decimal, wanted: number): bigint => units * 10n ** BigInt(wanted - scale)

function signOf(left: Decimal, right: Decimal): number {
  const scale = Math.max(left.scale, right.scale)
  const [a, b] = [atScale(left, scale), atScale(right, scale)]
  return a < b ? -1 : a > b ? 1 : 0
}

/** Negative, zero or positive, by all digits; null where one of the texts is no decimal number. */
export function compareDecimals(left: string, right: string): number | null {
  const [a, b] = [readDecimal(left), readDecimal(right)]
  return a && b ? signOf(a, b) : null
}

/** Whether a number is so many times another, by all digits; null where one of the texts is no decimal number, or nothing is a multiple of it. */
export function isMultiple(of: string, text: string): boolean | null {
  const [a, b] = [readDecimal(text), readDecimal(of)]
  if (!a || !b || b.units === 0n) return null
  const scale = Math.max(a.scale, b.scale)
  return atScale(a, scale) % atScale(b, scale) === 0n
}

const operations: Record<'plus' | 'minus' | 'times', (left: Decimal, right: Decimal) => Decimal> = {
  plus: (left, right) => {
    const scale = Math.max(left.scale, right.scale)
    return { units: atScale(left, scale) + atScale(right, scale), scale }
  },
  minus: (left, right) => operations.plus(left, { ...right, units: -right.units }),
  times: (left, right) => ({ units: left.units * right.units, scale: left.scale + right.scale }),
}

/** The result with all its digits. @throws ExactNumberError */
export function calculate(operation: keyof typeof operations, left: string, right: string): number | ExactNumber {
  const [a, b] = [readDecimal(left), readDecimal(right)]
  if (!a || !b) throw new ExactNumberError('A value is not a number that can be calculated with.')
  const text = writeDecimal(operations[operation](a, b))
  if (text.length > mostDigits) throw new ExactNumberError('The result has too many digits.')
  return numberOf(text)
}

/**
 * A number of JSON with more digits than a number of JavaScript holds. `JSON.stringify` writes its digits as a number, templates print
 * them. It compares by all digits; operators of JavaScript refuse to calculate with a whole one.
 */
export class ExactNumber {
  readonly digits: string

  constructor(digits: string) {
    this.digits = digits
  }

  toJSON(): unknown {
    return JSON.rawJSON(this.digits)
  }

  toString(): string {
    return this.digits
  }

  [Symbol.toPrimitive](hint: string): string | number | bigint {
    if (hint !== 'number') return this.digits
    return /^-?\d+$/.test(this.digits) ? BigInt(this.digits) : Number(this.digits)
  }

  // The names that Liquid looks for in a value that knows how to compare itself.
  equals(other: unknown): boolean {
    return signTo(this, other) === 0
  }
  gt(other: unknown): boolean {
    return (signTo(this, other) ?? 0) > 0
  }
  geq(other: unknown): boolean {
    return (signTo(this, other) ?? -1) >= 0
  }
  lt(other: unknown): boolean {
    return (signTo(this, other) ?? 0) < 0
  }
  leq(other: unknown): boolean {
    return (signTo(this, other) ?? 1) <= 0
  }
}

const signTo = ({ digits }: ExactNumber, other: unknown): number | null =>
  typeof other === 'number' || typeof other === 'string' || other instanceof ExactNumber ? compareDecimals(digits, String(other)) : null

/**
 * A number where it holds all the digits, else an `ExactNumber`. Whole numbers that JavaScript would write with an exponent stay as they
 * are written, too.
 */
export function numberOf(digits: string): number | ExactNumber {
  const value = Number(digits)
  const written = String(value)
  if (written === digits) return value
  if (Math.abs(value) >= 1e21 && /^-?\d+$/.test(digits)) return new ExactNumber(digits)
  return sameNumber(digits, written) ? value : new ExactNumber(digits)
}

/** Whether two numbers are the same, by their digits alone: made into large whole numbers, each of them costs microseconds. */
function sameNumber(left: string, right: string): boolean {
  const [a, b] = [plainForm(left), plainForm(right)]
  return a !== null && a === b
}

/** The digits that count, and the place of the last; null for text that is no number. */
function plainForm(text: string): string | null {
  const [, sign = '', whole = '', part = '', power = '0'] = pattern.exec(text) ?? []
  if (whole === '' && part === '') return null
  const digits = whole + part
  let end = digits.length
  while (end > 0 && digits[end - 1] === '0') end -= 1
  let start = 0
  while (start < end && digits[start] === '0') start += 1
  if (start === end) return '0'
  return `${sign === '-' ? sign : ''}${digits.slice(start, end)}e${Number(power) - part.length + digits.length - end}`
}

/** Whether text is a number of JSON that can be kept. */
export const isNumberText = (text: string): boolean => isKeepable(text) && /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(text)

/** Whether a number of JSON can be kept: not so long, and not so large or small, that writing it out fills memory. */
export const isKeepable = (digits: string): boolean =>
  digits.length <= mostDigits && Math.abs(Number(/e(.*)$/i.exec(digits)?.[1] ?? 0)) <= mostExponent
