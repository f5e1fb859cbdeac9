import { z } from 'zod'
import { Json } from '@imperium/contract/workflows/workflow-definition.ts'

const toText = (value: unknown): unknown => {
  if (value === null) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'object' ? JSON.stringify(value) : value
}

/** Text from templates. A template that is a single value may yield a number or a list: it is written as text. */
export const templateText = (max = 100_000) => z.preprocess(toText, z.string().max(max))

/** The same, but an empty text is an error. */
export const requiredText = (message: string, max = 100_000) =>
  z.preprocess(toText, z.string({ error: message }).trim().min(1, message).max(max))

/** A header value. Characters outside the Latin script cannot be sent; the sender refuses them. */
export const headerValue = templateText(4000)
  .refine((value) => !/[\r\n\0]/.test(value), 'Must be on one line')
  // oxlint-disable-next-line no-control-regex -- a tab is the one control character that a header may have
  .refine((value) => /^[\t\r\n\0\x20-\x7e\x80-\xff]*$/.test(value), 'Contains characters that are not allowed')

/** Any value: the result of a template keeps its type. */
export const templateValue = Json.default('')

/** A list, or the template that yields it. */
export const templateList = (max: number) => z.union([z.array(Json).max(max), z.string().max(10_000)])

const isTemplate = (text: string): boolean => text.includes('{{') || text.includes('{%')
const toNumber = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value

/** A stored number, or a template that yields it; `readNumber` rejects a result that is no number at run time. */
export const templateNumber = (min: number, max: number) =>
  z.preprocess(toNumber, z.union([z.number().min(min).max(max), z.string().max(1000).refine(isTemplate, 'Must be a number')]))

/** A name of a variable or of an output's field. */
export const fieldName = z
  .string()
  .trim()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,59}$/, 'Must be letters, digits and _, not starting with a digit')
  .refine((name) => name !== '__proto__' && name !== 'constructor' && name !== 'prototype', 'This name cannot be used')

export const durationUnits = ['seconds', 'minutes', 'hours', 'days'] as const
const unitMs = { seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const

/** A time span as forms ask for it. */
export const Duration = z.strictObject({ amount: templateNumber(0, 31_622_400), unit: z.enum(durationUnits) })
export type Duration = z.infer<typeof Duration>

/** Milliseconds; null when the amount is not a number. */
export const durationMs = ({ amount, unit }: Duration): number | null => (typeof amount === 'number' ? amount * unitMs[unit] : null)
