import type { JsonValue } from '../llm/types.ts'

const maxDepth = 40

/** Text as PostgreSQL can keep it: NUL and halves of surrogate pairs, which a model may write, become U+FFFD. */
export const storableText = (text: string): string => text.replaceAll('\u0000', '\uFFFD').toWellFormed()

/**
 * JSON of a model or a tool as PostgreSQL can keep it, keys included. What is nested deeper than anything of ours becomes a note:
 * otherwise an answer could make every worker that takes the run fail at writing it down.
 */
export function storableJson(value: JsonValue, depth = 0): JsonValue {
  if (typeof value === 'string') return storableText(value)
  if (value === null || typeof value !== 'object') return value
  if (depth >= maxDepth) return '[nested too deeply]'
  if (Array.isArray(value)) return value.map((each) => storableJson(each, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [storableText(key), storableJson(each, depth + 1)]))
}
