import type { Text } from '../message.ts'

/** A value of a record's field as the API shows it: money in minor units, days as `2026-11-14`, moments as ISO 8601, several as a list. */
export type FieldValue = string | number | boolean | readonly string[] | null

/** Column types whose comparisons keep an index under row-level security; lists have none. */
export type ColumnType = 'text' | 'bigint' | 'float8' | 'boolean' | 'date' | 'timestamptz' | 'uuid' | 'text[]' | 'uuid[]'

export const fieldOperators = ['is', 'isNot', 'contains', 'startsWith', 'atLeast', 'atMost', 'anyOf', 'isEmpty', 'isNotEmpty'] as const
/** How a filter compares. `anyOf` takes a list; the last two take no value. */
export type FieldOperator = (typeof fieldOperators)[number]

interface FieldOption {
  value: string
  label: string
}

/** What a type needs to know of a field. */
export interface FieldFacts {
  /** Of a choice. */
  options: readonly FieldOption[]
  /** Of money: ISO 4217. */
  currency: string
  /** Of a number: digits behind the point. */
  decimals: number
  /** Of text: `9` a digit, `A` a letter, `*` any character; others stand for themselves. Empty: any text. */
  pattern: string
  /** Of a number that counts up by itself: before the digits. */
  prefix: string
}

export type Parsed = { value: FieldValue } | { refused: Text }

/** How a form asks for it and how a list shows it. */
type FieldInput =
  | 'text'
  | 'long-text'
  | 'number'
  | 'money'
  | 'date'
  | 'date-time'
  | 'boolean'
  | 'choice'
  | 'choices'
  | 'email'
  | 'phone'
  | 'url'
  | 'relation'
  | 'relations'
  | 'none'

/** Everything that the product knows of a type of field. Each is declared once; server and web read it. */
export interface FieldType {
  /** Its name in the designer, a key of the dictionaries. */
  label: string
  sql: ColumnType
  input: FieldInput
  operators: readonly FieldOperator[]
  canSort: boolean
  canBeUnique: boolean
  /** Found by the search of the list, and may be the title of a record. */
  isText: boolean
  /** A value of the API. Blank text is no value. */
  parse(value: unknown, field: FieldFacts): Parsed
  /** Text of a file or of another field. */
  read(text: string, field: FieldFacts): Parsed
  /** The text that `read` reads as the same value. */
  write(value: FieldValue, field: FieldFacts): string
  /** For readers of a language (BCP 47). Relations are shown by the titles of their records instead. */
  format(value: FieldValue, field: FieldFacts, language: string): string
  /** The order that the list sorts by; values of the type only. */
  compare(a: FieldValue, b: FieldValue): number
}

export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** `parse` and `read` of a type whose values are texts. */
export const textual = (toValue: (text: string, field: FieldFacts) => Parsed): Pick<FieldType, 'parse' | 'read'> => {
  const read = (text: string, field: FieldFacts): Parsed => (text.trim() === '' ? { value: null } : toValue(text.trim(), field))
  return {
    read,
    parse: (value, field) => {
      if (isBlank(value)) return { value: null }
      return typeof value === 'string' ? read(value, field) : { refused: 'Must be a text' }
    },
  }
}

/** By code points, as the database's collation of texts is fixed to it. */
export const compareTexts = (a: FieldValue, b: FieldValue): number => {
  const [left, right] = [String(a), String(b)]
  return left < right ? -1 : left > right ? 1 : 0
}

export const asText = (value: FieldValue): string => (value === null ? '' : Array.isArray(value) ? value.join(', ') : String(value))

export const existence = ['isEmpty', 'isNotEmpty'] as const
export const ordered = ['is', 'isNot', 'atLeast', 'atMost', ...existence] as const
