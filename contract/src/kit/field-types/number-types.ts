import { message } from '../message.ts'
import { existence, isBlank, ordered } from './field-type.ts'
import type { FieldFacts, FieldType, FieldValue, Parsed } from './field-type.ts'

/** Beyond it neighbouring whole numbers are the same in a double. */
const largest = Number.MAX_SAFE_INTEGER

const compare = (a: FieldValue, b: FieldValue): number => Number(a) - Number(b)

/** Digits of the smallest unit of a currency: 2 for most, 0 for yen, 3 for dinars. */
export const minorDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** Spaces and apostrophes part thousands and a sign; elsewhere they make a phone number or a code: "06 12 34 56 78". */
const parted = /^[+-]?\s*(?:\d{1,3}(?:[\s'’]\d{3})+|[^\s'’]*)(?:[.,]\d+)?$/

/**
 * A decimal number with a point or comma before its fraction and marks between thousands, as a decimal with a point; null for other text, and
 * for one mark before three digits: "1,500" is one and a half for some readers.
 */
export function readDecimalText(text: string): string | null {
  if (!parted.test(text.trim())) return null
  const bare = text.replaceAll(/[\s'’]/g, '')
  const both = /^([+-]?)([1-9]\d{0,2}(?:[.,]\d{3})+|\d+)(?:([.,])(\d+))?$/.exec(bare)
  if (!both) return null
  const [, sign = '', whole = '', mark, fraction] = both
  const marks: readonly string[] = whole.match(/[.,]/g) ?? []
  // One mark cannot stand both between thousands and before the fraction.
  if (new Set(marks).size > 1 || (mark !== undefined && marks.includes(mark))) return null
  if (mark === undefined && marks.length === 1) return null
  return `${sign === '-' ? '-' : ''}${whole.replaceAll(/[.,]/g, '')}${fraction === undefined ? '' : `.${fraction}`}`
}

/** A decimal whose fraction does not look like thousands. */
const unambiguous = (decimal: string): string => (/\.\d{3}$/.test(decimal) ? `${decimal}0` : decimal)

const asNumber = (value: number, { decimals }: FieldFacts): Parsed => {
  if (!Number.isFinite(value) || Math.abs(value) > largest) return { refused: 'The number is too large' }
  // As it is written, so that 0.1 + 0.2 keeps no tail.
  const kept = Number(value.toFixed(decimals))
  return { value: kept === 0 ? 0 : kept }
}

export const number: FieldType = {
  label: 'Number',
  sql: 'float8',
  input: 'number',
  operators: ordered,
  canSort: true,
  canBeUnique: true,
  isText: false,
  parse: (value, field) => {
    if (isBlank(value)) return { value: null }
    return typeof value === 'number' ? asNumber(value, field) : { refused: 'Must be a number' }
  },
  read: (text, field) => {
    if (text.trim() === '') return { value: null }
    const decimal = readDecimalText(text)
    return decimal === null ? { refused: 'Must be a number' } : asNumber(Number(decimal), field)
  },
  write: (value) => (value === null ? '' : unambiguous(String(value))),
  format: (value, { decimals }, language) =>
    value === null ? '' : new Intl.NumberFormat(language, { maximumFractionDigits: decimals }).format(Number(value)),
  compare,
}

/** The sign that a currency is written with: $ for several, € for one. */
const signOf = (currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? ''

function readMoney(text: string, { currency }: FieldFacts): Parsed {
  const bare = text.trim()
  if (bare === '') return { value: null }
  const code = /^([A-Z]{3})\s|\s([A-Z]{3})$/.exec(bare)
  const named = code?.[1] ?? code?.[2]
  const sign = /^[+-]?(\p{Sc})|(\p{Sc})$/u.exec(bare)?.slice(1).find(Boolean)?.replace('\uffe5', '¥')
  const isOther = (named !== undefined && named !== currency) || (sign !== undefined && sign !== signOf(currency))
  if (isOther) return { refused: message('Must be in {currency}', { currency }) }
  const decimal = readDecimalText(bare.replace(/^[A-Z]{3}\s|\s[A-Z]{3}$/, '').replace(/^\p{Sc}|\p{Sc}$/u, ''))
  if (decimal === null) return { refused: 'Must be an amount' }
  const digits = minorDigits(currency)
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.')
  if (/[1-9]/.test(fraction.slice(digits))) return { refused: message('Must have at most {max} decimal places', { max: digits }) }
  const minor = Number(`${decimal.startsWith('-') ? '-' : ''}${whole}${fraction.padEnd(digits, '0').slice(0, digits)}`)
  return Number.isSafeInteger(minor) ? { value: minor === 0 ? 0 : minor } : { refused: 'The number is too large' }
}

/** An amount in minor units as decimal text: 1234 in USD is `12.34`. */
export function decimalOf(minor: number, currency: string): string {
  const digits = minorDigits(currency)
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  const sign = minor < 0 ? '-' : ''
  return digits === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

export const money: FieldType = {
  label: 'Money',
  sql: 'bigint',
  input: 'money',
  operators: ordered,
  canSort: true,
  canBeUnique: false,
  isText: false,
  parse: (value) => {
    if (isBlank(value)) return { value: null }
    return typeof value === 'number' && Number.isSafeInteger(value)
      ? { value: value === 0 ? 0 : value }
      : { refused: 'Must be an amount in minor units, a whole number' }
  },
  read: readMoney,
  write: (value, { currency }) => (value === null ? '' : unambiguous(decimalOf(Number(value), currency))),
  format: (value, { currency }, language) =>
    value === null
      ? ''
      : // Text, because a double has not all digits of a large amount.
        new Intl.NumberFormat(language, { style: 'currency', currency }).format(decimalOf(Number(value), currency) as unknown as number),
  compare,
}

/** Its values come from the server. */
export const autonumber: FieldType = {
  label: 'Automatic number',
  sql: 'bigint',
  input: 'none',
  operators: ['is', 'atLeast', 'atMost', ...existence],
  canSort: true,
  canBeUnique: true,
  isText: false,
  parse: (value) => {
    if (isBlank(value)) return { value: null }
    return typeof value === 'number' && Number.isSafeInteger(value) ? { value } : { refused: 'Must be a whole number' }
  },
  read: (text, { prefix }) => {
    if (text.trim() === '') return { value: null }
    const digits = text.trim().startsWith(prefix) ? text.trim().slice(prefix.length) : text.trim()
    return /^\d{1,15}$/.test(digits) ? { value: Number(digits) } : { refused: 'Must be a number' }
  },
  write: (value, { prefix }) => (value === null ? '' : `${prefix}${String(value).padStart(4, '0')}`),
  format: (value, { prefix }) => (value === null ? '' : `${prefix}${String(value).padStart(4, '0')}`),
  compare,
}

export const boolean: FieldType = {
  label: 'Yes or no',
  sql: 'boolean',
  input: 'boolean',
  operators: ['is', ...existence],
  canSort: true,
  canBeUnique: false,
  isText: false,
  parse: (value) => {
    if (isBlank(value)) return { value: null }
    return typeof value === 'boolean' ? { value } : { refused: 'Must be true or false' }
  },
  read: (text) => {
    const word = text.trim().toLowerCase()
    if (word === '') return { value: null }
    if (['true', 'yes', 'y', '1', 'x', 'ja', 'si', 'sí', 'sì', 'oui', 'はい'].includes(word)) return { value: true }
    return ['false', 'no', 'n', '0', 'nein', 'non', 'nee', 'いいえ'].includes(word) ? { value: false } : { refused: 'Must be yes or no' }
  },
  write: (value) => (value === null ? '' : value === true ? 'yes' : 'no'),
  format: (value) => (value === null ? '' : value === true ? 'Yes' : 'No'),
  compare,
}
