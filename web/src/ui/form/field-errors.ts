import type { z } from 'zod'
import { translateMessage } from '../../lib/words.ts'

/** The first message of each field, keyed by its path (`config.model`). */
export function fieldErrors(schema: z.ZodType, value: unknown): Record<string, string> {
  const result = schema.safeParse(value)
  if (result.success) return {}
  return Object.fromEntries(result.error.issues.map((issue) => [issue.path.join('.'), translateMessage(issue.message)] as const).reverse())
}
