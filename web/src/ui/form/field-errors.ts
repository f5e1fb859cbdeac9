import type { z } from 'zod'
import { wordedIssue } from '@imperium/contract/kit/issue-texts.ts'
import { translateMessage } from '../../lib/words.ts'

/** The first message of each field, keyed by its path (`config.model`). */
export function fieldErrors(schema: z.ZodType, value: unknown): Record<string, string> {
  const result = schema.safeParse(value)
  if (result.success) return {}
  return Object.fromEntries(
    result.error.issues.map((issue) => [issue.path.join('.'), translateMessage(wordedIssue(issue))] as const).reverse(),
  )
}
