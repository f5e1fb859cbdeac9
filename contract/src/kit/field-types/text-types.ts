import { message } from '../message.ts'
import { asText, compareTexts, existence, textual } from './field-type.ts'
import type { FieldFacts, FieldType, Parsed } from './field-type.ts'

/** A value of a column with an index fits a page of it: 2,000 bytes of UTF-8. */
export const textLimits = { text: 500, longText: 20_000, email: 254, phone: 16, url: 500, pattern: 60 } as const

// NUL cannot be stored, and the other controls only serve to deceive a reader.
const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/

function plain(text: string, max: number, isLine: boolean): Parsed {
  if (text.length > max) return { refused: message('Must be at most {max} characters', { max }) }
  if (controls.test(text) || !text.isWellFormed()) return { refused: 'Contains characters that are not allowed' }
  if (isLine && /[\r\n\t]/.test(text)) return { refused: 'Must be on one line' }
  return { value: text }
}

const isOf = (sign: string, character: string): boolean => {
  if (sign === '9') return /^\d$/.test(character)
  if (sign === 'A') return /^\p{L}$/u.test(character)
  return sign === '*' || sign === character
}

/** Whether a text has the form of a pattern, a character for each sign: no expression that a text could keep busy. */
export function fitsPattern(text: string, pattern: string): boolean {
  const [characters, signs] = [[...text], [...pattern]]
  return characters.length === signs.length && signs.every((sign, at) => isOf(sign, characters[at] ?? ''))
}

const line = (text: string, { pattern }: FieldFacts): Parsed => {
  const parsed = plain(text, textLimits.text, true)
  if ('refused' in parsed || pattern === '' || fitsPattern(text, pattern)) return parsed
  return { refused: message('Must have the form {pattern}', { pattern }) }
}

const searched = ['is', 'isNot', 'contains', 'startsWith', ...existence] as const
const shared = { sql: 'text', format: asText, write: asText, compare: compareTexts, isText: true, operators: searched } as const

export const text: FieldType = { ...shared, ...textual(line), label: 'Text', input: 'text', canSort: true, canBeUnique: true }

export const longText: FieldType = {
  ...shared,
  ...textual((value) => plain(value, textLimits.longText, false)),
  label: 'Long text',
  input: 'long-text',
  operators: ['contains', ...existence],
  canSort: false,
  canBeUnique: false,
}

const isEmail = (value: string): boolean => {
  const [local = '', domain = '', ...rest] = value.split('@')
  const labels = domain.split('.')
  return (
    rest.length === 0 &&
    /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/.test(local) &&
    !/^\.|\.\.|\.$/.test(local) &&
    labels.length > 1 &&
    labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label))
  )
}

export const email: FieldType = {
  ...shared,
  ...textual((value) => {
    const lower = value.toLowerCase()
    return lower.length <= textLimits.email && isEmail(lower) ? { value: lower } : { refused: 'Invalid email address' }
  }),
  label: 'Email',
  input: 'email',
  canSort: true,
  canBeUnique: true,
}

export const phone: FieldType = {
  ...shared,
  ...textual((value) => {
    const digits = value.replaceAll(/[\s()./-]/g, '').replace(/^00/, '+')
    return /^\+[1-9]\d{5,14}$/.test(digits)
      ? { value: digits }
      : { refused: 'Write the number with its country code, such as +49 30 123456' }
  }),
  label: 'Phone',
  input: 'phone',
  canSort: true,
  canBeUnique: true,
}

export const url: FieldType = {
  ...shared,
  ...textual((value) => {
    const parsed = URL.canParse(value) ? new URL(value) : null
    const isOpen = parsed !== null && /^https?:$/.test(parsed.protocol) && value.length <= textLimits.url && !controls.test(value)
    return isOpen && value.isWellFormed() ? { value } : { refused: 'Invalid URL' }
  }),
  label: 'URL',
  input: 'url',
  canSort: true,
  canBeUnique: true,
}
