import type { Liquid } from 'liquidjs'
import { ExactNumber, ExactNumberError, calculate, compareDecimals, numberOf } from './exact-number.ts'

type Filter = (...values: unknown[]) => unknown

/** Text of digits counts as a number here, as it does in Liquid. */
function exactOf(value: unknown): ExactNumber | null {
  if (value instanceof ExactNumber) return value
  if (typeof value !== 'string' || !/^\s*-?\d+(\.\d+)?\s*$/.test(value) || value.length < 16) return null
  const number = numberOf(value.trim())
  return number instanceof ExactNumber ? number : null
}

const textOf = (value: unknown): string => {
  const text = String(value ?? 0).trim()
  return text !== '' && Number.isFinite(Number(text)) ? text : '0'
}

const larger = (left: unknown, right: unknown, sign: number): unknown =>
  numberOf((compareDecimals(textOf(left), textOf(right)) ?? 0) * sign >= 0 ? textOf(left) : textOf(right))

const rightOnes: Record<string, Filter> = {
  plus: (left, right) => calculate('plus', textOf(left), textOf(right)),
  minus: (left, right) => calculate('minus', textOf(left), textOf(right)),
  times: (left, right) => calculate('times', textOf(left), textOf(right)),
  at_least: (left, right) => larger(left, right, 1),
  at_most: (left, right) => larger(left, right, -1),
  abs: (value) => numberOf(textOf(value).replace(/^-/, '')),
}

const refuse: Filter = (value) => {
  throw new ExactNumberError(`${textOf(value).slice(0, 40)} has more digits than this filter can calculate with.`)
}

const roundings = new Set(['round', 'ceil', 'floor'])
const isBeyond = (value: unknown): boolean => typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)

/** Filters that calculate: right by all digits, or refused with the reason. */
export function registerExactFilters(engine: Liquid): void {
  for (const name of ['plus', 'minus', 'times', 'at_least', 'at_most', 'abs', 'divided_by', 'modulo', ...roundings]) {
    const usual = engine.filters[name] as Filter
    engine.registerFilter(name, function calculateExactly(this: unknown, ...values: unknown[]) {
      const [value] = values
      if (!values.some(exactOf)) {
        const result = usual.apply(this, values)
        return isBeyond(result) && rightOnes[name] && values.every(isWhole) ? rightOnes[name](...values) : result
      }
      // A whole number is rounded already.
      if (roundings.has(name) && /^\s*-?\d+\s*$/.test(String(value)) && values.length === 1) return value
      return (rightOnes[name] ?? refuse)(...values)
    })
  }
  const sum = engine.filters['sum'] as Filter
  engine.registerFilter('sum', function sumExactly(this: unknown, list: unknown, property?: unknown) {
    const items = Array.isArray(list) ? (list as unknown[]) : [list]
    const exact = items.map((item) => (property === undefined ? item : ownField(item, String(property)))).find(exactOf)
    return exact === undefined ? sum.call(this, list, property) : refuse(exact)
  })
}

const isWhole = (value: unknown): boolean => /^\s*-?\d+\s*$/.test(String(value))

const ownField = (item: unknown, name: string): unknown =>
  typeof item === 'object' && item !== null && Object.hasOwn(item, name) ? (item as Record<string, unknown>)[name] : undefined
