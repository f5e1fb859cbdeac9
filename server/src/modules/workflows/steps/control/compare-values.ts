import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { hasValues } from '../../../../platform/text/exact-json.ts'
import { ExactNumber, compareDecimals } from '../../../../platform/text/exact-number.ts'

export const operators = [
  ...(['equals', 'not_equals', 'contains', 'not_contains', 'starts_with', 'ends_with', 'gt', 'gte', 'lt', 'lte'] as const),
  ...(['exists', 'is_empty', 'matches_one_of', 'is_true', 'is_false'] as const),
] as const
export type Operator = (typeof operators)[number]

const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

const isExact = (value: unknown): value is ExactNumber => value instanceof ExactNumber

const asNumber = (value: Json): number | null => {
  if (typeof value === 'number') return value
  if (isExact(value)) return Number(value.digits)
  if (typeof value !== 'string' || value.trim() === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** By all digits where both are written in digits; null where one is no number. */
function orderNumbers(left: Json, right: Json): number | null {
  const [a, b] = [asNumber(left), asNumber(right)]
  if (a === null || b === null) return null
  return compareDecimals(String(left), String(right)) ?? a - b
}

/** Parses a moment for comparison; text without a time of day or a zone is none. */
const asMoment = (value: Json): number | null =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d(T|$)/.test(value) && !Number.isNaN(Date.parse(value)) ? Date.parse(value) : null

/** Negative, zero or positive; null when the two cannot be ordered. */
function order(left: Json, right: Json): number | null {
  const sign = orderNumbers(left, right)
  if (sign !== null) return sign
  const [from, to] = [asMoment(left), asMoment(right)]
  if (from !== null && to !== null) return from - to
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0
  return null
}

/** By value: the text `5` equals the number 5, `true` the truth, and objects are equal that have equal fields. */
export function isEqual(left: Json, right: Json): boolean {
  if (left === right) return true
  if (isExact(left) || isExact(right)) return orderNumbers(left, right) === 0
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, index) => isEqual(item, right[index] ?? null))
  if (Array.isArray(left) || Array.isArray(right) || left === null || right === null) return false
  if (typeof left === 'object' && typeof right === 'object') {
    const names = Object.keys(left)
    return (
      names.length === Object.keys(right).length &&
      names.every((name) => Object.hasOwn(right, name) && isEqual(left[name] ?? null, right[name] ?? null))
    )
  }
  if (typeof left === 'object' || typeof right === 'object') return false
  if (typeof left === 'number' || typeof right === 'number') return orderNumbers(left, right) === 0
  return String(left) === String(right)
}

const isEmpty = (value: Json): boolean =>
  value === null || value === '' || (Array.isArray(value) ? value.length === 0 : hasValues(value) && Object.keys(value).length === 0)

/** A list contains an item that is equal; text contains text, ignoring case. */
const contains = (left: Json, right: Json): boolean =>
  Array.isArray(left)
    ? left.some((item) => isEqual(item, right))
    : hasValues(left)
      ? Object.hasOwn(left, asText(right))
      : asText(left).toLowerCase().includes(asText(right).toLowerCase())

const listOf = (value: Json): Json[] =>
  Array.isArray(value)
    ? value
    : asText(value)
        .split(',')
        .map((part) => part.trim())

const isTrue = (value: Json): boolean => value === true || (typeof value === 'string' && value.trim().toLowerCase() === 'true')
const isFalse = (value: Json): boolean => value === false || (typeof value === 'string' && value.trim().toLowerCase() === 'false')

const compared = (left: Json, right: Json, holds: (sign: number) => boolean): boolean => {
  const sign = order(left, right)
  return sign !== null && holds(sign)
}

const judges: Record<Operator, (left: Json, right: Json) => boolean> = {
  equals: isEqual,
  not_equals: (left, right) => !isEqual(left, right),
  contains,
  not_contains: (left, right) => !contains(left, right),
  starts_with: (left, right) => asText(left).toLowerCase().startsWith(asText(right).toLowerCase()),
  ends_with: (left, right) => asText(left).toLowerCase().endsWith(asText(right).toLowerCase()),
  gt: (left, right) => compared(left, right, (sign) => sign > 0),
  gte: (left, right) => compared(left, right, (sign) => sign >= 0),
  lt: (left, right) => compared(left, right, (sign) => sign < 0),
  lte: (left, right) => compared(left, right, (sign) => sign <= 0),
  exists: (left) => left !== null && left !== '',
  is_empty: isEmpty,
  matches_one_of: (left, right) => listOf(right).some((item) => isEqual(left, item)),
  is_true: isTrue,
  is_false: isFalse,
}

/** Evaluates one rule of a condition. */
export const compareValues = (operator: Operator, left: Json, right: Json): boolean => judges[operator](left, right)
