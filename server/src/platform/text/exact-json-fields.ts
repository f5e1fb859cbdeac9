import { z } from 'zod'
import { hasValues } from './exact-json.ts'
import { ExactNumber } from './exact-number.ts'

const isWhole = (value: unknown): boolean => Number.isInteger(value) || (value instanceof ExactNumber && /^-?\d+$/.test(value.digits))

const isNumber = (value: unknown): boolean => Number.isFinite(value) || value instanceof ExactNumber

const isJson = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.every(isJson)
  if (hasValues(value)) return Object.values(value).every(isJson)
  return value === null || typeof value === 'string' || typeof value === 'boolean' || isNumber(value)
}

type AnyJson = z.output<ReturnType<typeof z.json>>

/** A schema of one type; its values may have more digits than JavaScript holds. */
const field = <T>(expected: 'int' | 'number' | 'custom', fits: (value: unknown) => boolean) =>
  z.any().superRefine((value, context) => {
    if (!fits(value)) context.addIssue({ code: 'invalid_type', expected, input: value as unknown })
  }) as unknown as z.ZodType<T, T>

export const exactInteger = () => field<number>('int', isWhole).meta({ type: 'integer' })
export const exactNumber = () => field<number>('number', isNumber).meta({ type: 'number' })
/** Any JSON, as `z.json()`, with all digits of its numbers. */
export const exactJson = () => field<AnyJson>('custom', isJson)
