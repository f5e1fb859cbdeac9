import { z } from 'zod'
import { events } from '@imperium/contract/registry.ts'
import { templateValue } from '../config-fields.ts'

export const eventType = z.enum(
  events.map(({ type }) => type),
  'Choose an event',
)

/** Conditions on the payload; all must hold. */
export const eventMatch = z
  .array(z.strictObject({ name: z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,59}(\.[A-Za-z0-9_]{1,60}){0,5}$/), value: templateValue }))
  .max(10)
  .default([])

export const eventTypeOptions = events.map(({ type, label }) => ({ value: type, label }))
