import { isMultiple } from '../../../platform/text/exact-number.ts'

export type Node = Readonly<Record<string, unknown>>

/** As the validator compares: by a remainder with rounding errors, and another sign below zero (findings/negative-multiples-in-cfworker.sh). */
function isTaken(of: number, value: number): boolean {
  const rest = value % of
  return Math.abs(rest) < 1.1920929e-7 || Math.abs(of - rest) < 1.1920929e-7
}

/** A schema whose `multipleOf` is right for these numbers: where the validator errs, those that are no multiples are named instead. */
export function withExactMultiples(schema: Node, numbers: readonly number[]): Node {
  const { multipleOf: of, ...others } = schema
  if (typeof of !== 'number') return schema
  const isRight = (value: number) => isMultiple(String(of), String(value)) ?? isTaken(of, value)
  if (numbers.every((value) => isRight(value) === isTaken(of, value))) return schema
  const wrong = numbers.filter((value) => !isRight(value))
  const parts = Array.isArray(others['allOf']) ? (others['allOf'] as unknown[]) : []
  return wrong.length === 0 ? others : { ...others, allOf: [...parts, { not: { enum: wrong } }] }
}

/** Each number of an answer, once. */
export function numbersIn(value: unknown, found = new Set<number>()): Set<number> {
  if (typeof value === 'number') found.add(value)
  else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) numbersIn(each, found)
  return found
}
