import { z } from 'zod'
import { line } from '../kit/fields.ts'

export const metadataLimits = { fields: 20, value: 200, conditions: 10 } as const

const key = '[a-z][a-z0-9_]{0,39}'
const condition = `${key} ?(?:=|!=|<=|>=|<|>) ?[^\\s;=<>!\\u0000-\\u001F\\u007F][^;\\u0000-\\u001F\\u007F]{0,199}`

export const MetadataKey = z.string().regex(new RegExp(`^${key}$`), 'Use lower case letters, digits and _, beginning with a letter')
/** A date is a text of the form 2026-12-31. */
export const MetadataValue = z.union([line(metadataLimits.value).min(1), z.number().min(-1e15).max(1e15), z.boolean()])
/** Fields of a document that searches filter by. */
export const Metadata = z
  .record(MetadataKey, MetadataValue)
  .refine((fields) => Object.keys(fields).length <= metadataLimits.fields, 'At most 20 fields')
export type Metadata = z.infer<typeof Metadata>

/** The same as JSON in a query. */
export const MetadataText = z
  .string()
  .max(10_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom', message: 'Must be JSON, such as {"year":2026}' })
      return z.NEVER
    }
  })
  .pipe(Metadata)

/** A condition on a field: `department=sales`, `year>=2025`, `valid_until>2026-06-30`, `draft!=true`. */
export const Condition = z
  .string()
  .max(245)
  .regex(new RegExp(`^${condition}$`), 'Write a condition such as year>=2025')
/** Conditions that must all hold, with semicolons between them. */
export const Filter = z
  .string()
  .max(1_000)
  .regex(
    new RegExp(`^${condition}(?:; ?${condition}){0,${metadataLimits.conditions - 1}}$`),
    'Write conditions such as department=sales;year>=2025',
  )
